/** Attributes in which variants of a product differ wherever a listing says them. */
export const MAIN_AXES: readonly string[] = [
  'general.color',
  'general.size',
  'general.memory',
  'general.capacity',
  'general.net_content',
  'general.pack_count',
  'general.screen_size',
  'cable.length',
  'printer.page_yield',
];
