import { Millrace } from '../../scenarios/testing/millrace.ts'
import { corpora } from '../corpora.ts'
import { millis, whole } from '../figures.ts'
import { type Filling, settingsOf, days as wholeDays, withFilledStore } from '../filled.ts'
import { type Answered, askService } from './api.ts'
import { askBare, quicker } from './bare.ts'
import { checkEqual } from './equal.ts'
import { kindNames, questionsOf, shortestRange } from './questions.ts'
import { aims, type BareAnswers, pagesAlone, tables } from './table.ts'

/** Questions of each kind that a warm service was asked before, per measured question. */
const timesBefore = 3
const [seed, seedBefore, seedFirst, seedLast] = [1, 2, 3, 4]

/**
 * Random new questions, each asked once, on a service that has just started and on one that was asked others;
 * compared with the equivalent statements on the engine alone. `each`: questions of each kind; `only`: kinds
 * whose names contain this text. Returns the events of the store, and the part of bench/results.md.
 */
export async function benchFirst(
  filling: Filling,
  { each, only = '' }: { each: number; only?: string | undefined },
): Promise<{ events: number; body: string }> {
  const eachBefore = each * timesBefore
  const { corpus: name = 'bench', days = wholeDays, isUnmerged = false } = filling
  return await withFilledStore(filling, async (dataDir, { events, end, bytes, parts, hosts }) => {
    const corpus = corpora[name]
    const made = (each: number, seed: number) => questionsOf(corpus, { end, days, each, seed })
    const questions = made(each, seed).filter(({ kind }) => kind.toLowerCase().includes(only.toLowerCase()))
    if (questions.length === 0) throw new Error(`no kind has ${only} in its name: ${kindNames.join(', ')}`)
    if (hosts !== corpus.hosts)
      throw new Error(`this store has ${hosts} hosts, the corpus ${name} ${corpus.hosts}`)
    console.log(`${questions.length} questions, as statements`)
    const before = await askBare(dataDir, questions, seedFirst)
    console.log('the same of the service')
    const { cold, warm } = await withService(dataDir, async millrace => ({
      cold: await askService(millrace, [], questions),
      warm: await askService(millrace, made(eachBefore, seedBefore), questions),
    }))
    console.log('as statements again')
    const bare = quicker(before, await askBare(dataDir, questions, seedLast))
    print(cold, bare)
    for (const { question, essence } of [...cold, ...warm]) {
      const ofSql = bare.get(question)?.essence
      if (ofSql !== undefined) checkEqual(question, essence, ofSql)
    }
    const paragraphs = [
      `${questions.length} random questions of ${kindNames.length} kinds over ${whole(events)} events of ${spanOf(days)} (corpus ${name}, ${whole(Math.round(events / days / 86_400))} a second, ${(bytes / events).toFixed(0)} bytes an event on disk, ${isUnmerged ? `**none of their ${whole(parts)} parts merged**` : `${whole(parts)} parts`}), words, phrases, hosts and ranges of ${spanOf(shortestRange(days) / 86_400)} to ${spanOf(days)} by chance, **each asked once**, one after the other: right after a start, and of a service that was asked ${eachBefore * kindNames.length} others before and has come to rest (warm). API: POST /api/query until the last byte of its answer is there, over HTTP. SQL: the best single statement for it, straight to the engine, without the cache of conditions, the quicker of two that were the first of their process; a page and its totals are two. All answers are equal. Milliseconds; processor: mean of all processes of the service, and of the engine alone; close: at most 1.3 times or 5 ms above the statement.`,
      ...tables(cold, warm, bare),
      pagesAlone(bare),
      aims(cold, warm, bare, events),
    ]
    return { events, body: paragraphs.join('\n\n') }
  })
}

/** A service over this data folder, not started yet; it is stopped after the work. */
async function withService<T>(dataDir: string, work: (millrace: Millrace) => Promise<T>): Promise<T> {
  const millrace = new Millrace(settingsOf(dataDir))
  try {
    return await work(millrace)
  } catch (error) {
    await millrace.remove()
    throw error
  }
}

function spanOf(days: number): string {
  const minutes = Math.round(days * 1_440)
  if (minutes === 1) return 'a minute'
  if (minutes === 60) return 'an hour'
  return `${Number(days.toFixed(2))} days`
}

/** Each question on its own line, the slowest first. */
function print(answered: readonly Answered[], bare: BareAnswers): void {
  const slowestFirst = answered.toSorted((a, b) => b.took - a.took)
  for (const { question, took, processor, statements } of slowestFirst) {
    const { kind, range, ask } = question
    const hours = ((range.to - range.from) / 3_600).toFixed(0)
    const sql = millis(bare.get(question)?.took ?? Number.NaN)
    console.log(
      `${millis(took)} ms (SQL ${sql}), ${statements} statements, ${millis(processor)} ms of processor: ${kind}, ${hours} h, ${JSON.stringify(ask.params)}`,
    )
  }
}
