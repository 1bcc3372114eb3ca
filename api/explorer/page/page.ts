import type { Route } from './route.ts';

/** What a page shows: `title` names the tab. */
export interface View {
  title: string;
  content: Node[];
}

/** Makes a page. Throws what the index said where it could not. */
export type Page = (visit: Route & { signal: AbortSignal }) => Promise<View>;
