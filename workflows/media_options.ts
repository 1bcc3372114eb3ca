import { type Configuration, DEFAULT_MEMORY_LIMIT } from '../pipelines/domain/settings/configuration.ts';
import { MEDIA_LIMITS, type RefreshSettings } from '../pipelines/media/refresh.ts';

/** How media are fetched, as the configuration says. */
export function mediaOptions({
  media = {},
  memory_limit,
  allow_private_addresses,
}: Configuration): Pick<RefreshSettings, 'limits' | 'mirrors' | 'memoryLimit'> {
  const { mirrors, schedule: _, ...limits } = media;
  return {
    limits: {
      ...MEDIA_LIMITS,
      ...limits,
      allow_private_addresses: allow_private_addresses ?? MEDIA_LIMITS.allow_private_addresses,
    },
    mirrors,
    memoryLimit: memory_limit ?? DEFAULT_MEMORY_LIMIT,
  };
}
