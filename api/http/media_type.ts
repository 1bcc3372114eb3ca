/** `application/json` of `Application/JSON; charset=utf-8`; '' when there is no header. */
export function mediaType(header: string | undefined): string {
  return header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
