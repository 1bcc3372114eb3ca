/** What a shopper's agent keeps for later calls, as `POST /v1/decide` takes it. */
export interface MemoryConstraints {
  budget_minor?: number;
  must_have?: string[];
  avoid?: string[];
  seller?: string[];
}

/** A fact that a caller keeps. */
export interface MemoryItem {
  /** `mem_…` */
  id: string;
  text: string;
  constraints: MemoryConstraints | null;
  metadata: Record<string, unknown> | null;
  /** ISO 8601. */
  created_at: string;
  /** Null: never. */
  expires_at: string | null;
}

/** A fact as it is stored. */
export interface ItemRow {
  item_no: number;
  id: string;
  text: string;
  constraints: string | null;
  metadata: string | null;
  created_at: string;
  expires_at: string | null;
}

/** A fact from its row. */
export function itemOf({ id, text, constraints, metadata, created_at, expires_at }: ItemRow): MemoryItem {
  return {
    id,
    text,
    constraints: constraints === null ? null : (JSON.parse(constraints) as MemoryConstraints),
    metadata: metadata === null ? null : (JSON.parse(metadata) as Record<string, unknown>),
    created_at,
    expires_at,
  };
}

/** What a fact says by its text and by its constraints, whose names are words too: `budget`, `must have`. */
export function factText({ text, constraints }: { text: string; constraints: string | null }): string {
  if (constraints === null) return text;
  const said = Object.entries(JSON.parse(constraints) as MemoryConstraints).map(([name, value]) => {
    const words = name.replace(/_minor$/, '').replaceAll('_', ' ');
    return Array.isArray(value) ? `${words} ${value.join(', ')}` : words;
  });
  return [text, ...said].join('. ');
}
