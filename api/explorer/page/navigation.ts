/** Leads to another page of the explorer. */
export function go(href: string): void {
  location.hash = href;
}
