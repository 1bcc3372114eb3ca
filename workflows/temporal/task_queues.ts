/** `deliver` is for webhook deliveries, `media` for pictures and videos. */
export const TASK_QUEUES = ['ingest', 'publish', 'deliver', 'media'] as const;
export type TaskQueue = (typeof TASK_QUEUES)[number];
