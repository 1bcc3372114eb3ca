import { workerData } from 'node:worker_threads';
import { VectorTable } from '../embedding/vector_table.ts';
import { answerTasks } from '../task_thread.ts';
import { packed } from './packed_answer.ts';
import { SearchIndex } from './search_index.ts';
import type { SearchTask, SearchThreadData } from './search_threads.ts';
import { Synonyms } from './synonyms.ts';
import { VariantAmounts } from './variant_amounts.ts';

const { index: shared, vectors: rows, amounts: own, synonyms, slot } = workerData as SearchThreadData;
Synonyms.adopt(synonyms);
const index = SearchIndex.attach(shared);
const vectors = rows && VectorTable.attach(rows, slot);
const amounts = own && new VariantAmounts(own);
answerTasks((task: SearchTask) =>
  task.kind === 'search'
    ? packed(index.searchNow(task.request, vectors, amounts))
    : index.suggestNow(task.request),
);
