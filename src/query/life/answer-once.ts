import { Fault } from '../../schema/fault.ts'
import type { Reader } from '../query-service.ts'
import type { Snapshot } from '../snapshot.ts'
import { compute, type QueryDeps, rangeOf } from './compute.ts'
import { type PublishedState, SharedResults } from './published-state.ts'
import { type ParsedQuestion, type Question, questionOf } from './question.ts'
import { headerOf, type QueryHeader } from './representation.ts'
import { rightsFor } from './rights.ts'
import { snapshotOf } from './snapshots.ts'

/** An answer that is not shared. */
interface OwnAnswer {
  question: Question
  header: QueryHeader
  published: PublishedState
}

/** Answers a question for one reader without caching anything. Rejects with the computation's error. */
export async function answerOnce(
  parsed: ParsedQuestion,
  reader: Reader,
  deps: QueryDeps,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { question, header, published } = await computeOwn(parsed, reader, deps, signal)
  return snapshotOf(question, header, published, reader.userId, deps)
}

/** The same, without the extra data that files need. */
export async function computeOwn(
  parsed: ParsedQuestion,
  reader: Reader,
  deps: QueryDeps,
  signal: AbortSignal,
): Promise<OwnAnswer> {
  const rights = rightsFor(reader, parsed.kind)
  if (rights === undefined) throw new Fault('permission_denied')
  const header = headerOf(null, parsed, reader.userId, deps.now())
  const question = questionOf(parsed, rights, header.createdAt / 1000)
  const { validity, outcome } = await compute(
    {
      question,
      queryId: null,
      cache: { range: rangeOf(question, deps), slices: [] },
      live: false,
      user: reader.userId,
      signal: AbortSignal.any([signal, deps.closing]),
    },
    deps,
  )
  const { range, asOf } = validity
  const published = {
    status: 'SUCCESS',
    results: new SharedResults(outcome.results),
    range,
    ...(asOf && { asOf }),
    state: outcome.state,
    progress: 100,
    failure: undefined,
    updatedAt: deps.now(),
    version: 0,
  } as const
  return { question, header, published }
}
