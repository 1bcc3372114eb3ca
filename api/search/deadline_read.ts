import { dayNumber, type IsoDay, isoDay } from '../../pipelines/domain/calendar_day.ts';
import { dayMeant, type Intent } from '../../pipelines/domain/intent.ts';

/** The last day on which it may arrive, by the caller's word or the text's, and why the text's cannot be applied. */
export function deadlineRead(
  { deadline }: Intent,
  given: IsoDay | undefined,
  today: IsoDay,
): { deliver_by: IsoDay | null; ignored: string[] } {
  if (given !== undefined) return { deliver_by: given, ignored: [] };
  if (deadline === null) return { deliver_by: null, ignored: [] };
  const day = dayMeant(deadline.day, today);
  if (day === null) return { deliver_by: null, ignored: [`${deadline.text}: there is no such day`] };
  const last = deadline.before ? isoDay(dayNumber(day) - 1) : day;
  return last < today
    ? { deliver_by: null, ignored: [`${deadline.text}: ${last} is past`] }
    : { deliver_by: last, ignored: [] };
}
