/**
 * Work that belongs to another data folder than this process has. Not tried again: as long as processes differ, some
 * of the work would go to the wrong one.
 */
export class WrongFolderError extends Error {
  constructor(what: string, ours: string) {
    super(
      `${what}, and this process works on ${ours}: every worker and every command that asks for work needs the same data folder; set COMMERCE_INDEX_DATA of all of them to one shared folder (\`doctor\` shows its id), then ingest again; for a folder that was made anew run \`schedules apply\` too`,
    );
    this.name = 'WrongFolderError';
  }
}
