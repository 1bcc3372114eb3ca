/** Where the renditions of pictures lie: keys in the store are `media/<content>/<file>`. */
export const MEDIA_FOLDER = 'media';

/** Key of the folder of a content, the SHA-256 of the file as received. */
export const contentFolder = (content: string): string => `${MEDIA_FOLDER}/${content}`;
