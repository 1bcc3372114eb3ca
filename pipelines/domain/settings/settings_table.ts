/** A JSON schema as far as the table of settings looks at it. */
export interface SettingSchema {
  type?: string;
  description?: string;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, SettingSchema>>;
  patternProperties?: Readonly<Record<string, SettingSchema>>;
  items?: SettingSchema;
}

/** One setting of a configuration. */
export interface Setting {
  /** `sellers[].feeds[].url`. */
  path: string;
  required: boolean;
  /** What stands there, such as `whole number`. */
  is: string;
  says: string;
}

/** Every setting of a configuration's schema, in its order; what was listed at another place already is listed once. */
export function settingsOf(schema: SettingSchema): Setting[] {
  return settingsBelow(schema, '', new Set());
}

function settingsBelow(schema: SettingSchema, path: string, seen: Set<SettingSchema>): Setting[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, about]) => {
    const place = `${path}${name}`;
    const own: Setting = {
      path: place,
      required: schema.required?.includes(name) === true,
      is: kindOf(about),
      says: about.description ?? '',
    };
    const below = about.items?.properties ? about.items : about;
    if (!below.properties) return [own];
    if (seen.has(below)) return [{ ...own, says: `${own.says} As those of sellers.`.trim() }];
    seen.add(below);
    return [own, ...settingsBelow(below, `${place}${below === about ? '.' : '[].'}`, seen)];
  });
}

/** The settings as a table of Markdown, for people. */
export function settingsTable(schema: SettingSchema): string {
  const rows = settingsOf(schema).map(
    ({ path, required, is, says }) =>
      `| \`${path}\`${required ? ' \\*' : ''} | ${is.replaceAll('|', '\\|')} | ${says.replaceAll('|', '\\|')} |`,
  );
  return ['| setting | is | says |', '|---|---|---|', ...rows].join('\n');
}

function kindOf(schema: SettingSchema): string {
  if (schema.enum) return schema.enum.join(', ');
  if (schema.items) return schema.items.properties ? 'list' : `list of ${kindOf(schema.items)}`;
  if (schema.patternProperties) return 'name: value';
  if (schema.properties) return 'section';
  return (KINDS[schema.type ?? ''] ?? 'text') + boundsOf(schema);
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
};

function boundsOf({ minimum, maximum, exclusiveMinimum }: SettingSchema): string {
  return [
    minimum === undefined ? '' : ` from ${minimum}`,
    exclusiveMinimum === undefined ? '' : ` above ${exclusiveMinimum}`,
    maximum === undefined ? '' : ` to ${maximum}`,
  ].join('');
}
