import { ApiError } from './errors.ts';

/** Dates of the contract that are served, newest first. */
export const SERVICE_VERSIONS = ['2026-11-01'] as const;

/** The version to answer in: the one asked for, or the newest. Throws `unsupported_version`. */
export function serviceVersion(asked: string | string[] | undefined): string {
  if (asked === undefined) return SERVICE_VERSIONS[0];
  const found = SERVICE_VERSIONS.find((version) => version === asked);
  if (found) return found;
  throw new ApiError('unsupported_version', {
    param: 'Service-Version',
    detail: `the Service-Version ${JSON.stringify(asked)} is not supported; send ${SERVICE_VERSIONS.join(' or ')}, or leave the header out`,
    extras: { supported_versions: SERVICE_VERSIONS },
  });
}
