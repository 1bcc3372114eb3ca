/** Why a picture or video was not taken; each a reject in the record of the run. */
export const MEDIA_REJECTS = {
  not_found: 'the server says that there is none (404, 410), or the folder has none',
  http_status: 'the server answers with another status',
  address_refused: 'it leads to an address that is not public, at once or by a redirect',
  unreachable: 'no connection, or it broke',
  host_down: 'its host failed several times in a row, so the rest of its addresses wait',
  timeout: 'it took too long',
  too_large: 'more bytes than allowed',
  content_type: 'the server calls it something else than a picture or video',
  not_media: 'its bytes are no picture or video of a known format',
  damaged: 'it is cut off or cannot be decoded',
  too_many_pixels: 'it would unpack into more pixels than allowed',
  too_small: 'too few pixels to show anything',
  animated: 'it moves: several pages or frames',
} as const;
export type MediaReject = keyof typeof MEDIA_REJECTS;

/** One address gave no picture or video. It is tried again later, more and more seldom. */
export class MediaError extends Error {
  readonly code: MediaReject;

  constructor(code: MediaReject, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MediaError';
    this.code = code;
  }
}
