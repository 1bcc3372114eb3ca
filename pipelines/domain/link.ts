/** Parameters that say where a visitor came from, never which product is shown. SQL twin: link_query. */
const TRACKING = new RegExp(
  `^(?:utm_[^=]*|${[
    'gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl',
    'fbclid igshid msclkid yclid ttclid twclid epik',
    'mc_cid mc_eid mkt_tok _hsenc _hsmi vero_id oly_anon_id oly_enc_id s_kwcid pk_campaign pk_kwd',
    'awc zanpid cjevent irclickid wickedid cmpid affid ref_',
  ]
    .join(' ')
    .replaceAll(' ', '|')})(?:=|$)`,
);

/** By UTF-8 bytes, as DuckDB sorts. */
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * What a product link points at, as `host/path?query`, or null where the text is no http or https URL: scheme,
 * user, `www.`, the usual ports, fragment, tracking parameters and trailing slashes dropped, host in lower case,
 * the other parameters sorted. Path and values keep their case and encoding. SQL twin: `normalise_link`.
 */
export function normaliseLink(url: string): string | null {
  const text = url.replace(/^[\t-\r ]+/, '').replace(/[\t-\r ]+$/, '');
  const match = /^[hH][tT][tT][pP][sS]?:\/\/([^/?#]+)([^?#]*)(?:\?([^#]*))?/.exec(text);
  if (!match) return null;
  const [, authority = '', path = '', query = ''] = match;
  const host = authority
    .replace(/[A-Z]+/g, (upper) => upper.toLowerCase())
    .replace(/^.*@/s, '')
    .replace(/^www\./, '')
    .replace(/:(80|443)$/, '');
  const parameters = query
    .split('&')
    .filter((parameter) => parameter !== '' && !TRACKING.test(parameter))
    .sort(byBytes);
  return host + path.replace(/\/+$/, '') + (parameters.length === 0 ? '' : `?${parameters.join('&')}`);
}
