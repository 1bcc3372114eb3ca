import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { RENDITIONS, renditionFile } from '../../pipelines/domain/media.ts';
import { ApiError } from './errors.ts';
import { sendFile } from './file_answer.ts';
import type { Service } from './service.ts';
import { MEDIA_PATH } from './settings.ts';

/** A file under an address never changes, since the address names the content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Media types by the names that files may have. */
const FILES: ReadonlyMap<string, string> = new Map([
  ...RENDITIONS.map((rendition) => [renditionFile(rendition), 'image/webp'] as const),
  ['video.mp4', 'video/mp4'],
  ['video.webm', 'video/webm'],
]);

/** Serves the files of pictures and videos: to everybody, for pages show them; with ranges, to be kept for ever. */
export function addMediaRoute(app: FastifyInstance, { settings }: Service): void {
  const { media_folder } = settings;
  if (media_folder === null) return;
  app.get<{ Params: { content: string; file: string } }>(
    `${MEDIA_PATH}/:content/:file`,
    async (request, reply) => {
      const { content, file } = request.params;
      const contentType = FILES.get(file);
      if (contentType === undefined || !/^[0-9a-f]{64}$/.test(content)) throw none(request.url);
      try {
        await sendFile(request, reply, {
          kind: 'file',
          contentType,
          filename: file,
          etag: `${content}-${file}`,
          source: { path: join(media_folder, content, file) },
          headers: {
            'cache-control': IMMUTABLE,
            'content-disposition': 'inline',
            'x-content-type-options': 'nosniff',
            'cross-origin-resource-policy': 'cross-origin',
            'access-control-allow-origin': '*',
          },
        });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw none(request.url);
        throw error;
      }
      return reply;
    },
  );
}

function none(url: string): ApiError {
  return new ApiError('not_found', {
    detail: `there is no ${url}; GET /v1/products/{id}/media lists the addresses of pictures`,
    extras: { suggestions: [] },
  });
}
