/** What the tests use of it; it brings no types. */
declare module 'parquetjs-lite' {
  interface Cursor {
    next(): Promise<Record<string, unknown> | null>;
  }
  interface Reader {
    getCursor(columns: readonly string[]): Cursor;
    close(): Promise<void>;
  }
  const parquetjs: { ParquetReader: { openFile(path: string): Promise<Reader> } };
  export default parquetjs;
}
