import type { FeedFormat } from '../../domain/settings/feed_settings.ts';
import { acp } from './acp.ts';
import { csv } from './csv.ts';
import type { Format } from './format.ts';
import { google } from './google.ts';
import { ndjson } from './ndjson.ts';
import { parquet } from './parquet.ts';
import { shopify } from './shopify.ts';

/** The formats of feeds by the name that the settings give them: all that is known of one is in its file. */
export const FORMATS: Readonly<Record<FeedFormat, Format>> = { google, shopify, acp, csv, ndjson, parquet };
