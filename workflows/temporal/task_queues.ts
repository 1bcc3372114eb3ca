/** `deliver` is for webhook deliveries, one workflow for each event and watch. */
export const TASK_QUEUES = ['ingest', 'publish', 'deliver'] as const;
export type TaskQueue = (typeof TASK_QUEUES)[number];
