/**
 * `npm run bench [-- <parts, see below>] [--seconds 60] [--events 10000000] [--folder <a store that is
 * kept>]`: the product's throughput per second, compared with its engine alone on the same rows in the same
 * run. Needs Linux, an idle machine and 8 GB of disk, or 200 bytes per event if that is more. A kept store is
 * filled once, for the parts first, large, fairness, live and paging. `page --only scroll` prints a part of
 * the page's figures, `first --only phrase` the figures of some kinds of questions; neither writes anything.
 */
import { parseArgs } from 'node:util'
import { corpusNames } from './corpora.ts'
import { benchExports } from './exports/bench.ts'
import { benchFairness } from './fairness/bench.ts'
import { benchFields } from './fields/bench.ts'
import { benchFirst } from './first/bench.ts'
import { benchForwarding } from './forwarding/bench.ts'
import { benchIngest, benchLatency } from './ingest/bench.ts'
import { benchInterface } from './interface/bench.ts'
import { benchLive } from './live/bench.ts'
import { benchNodes } from './nodes/bench.ts'
import { benchIdleNodes } from './nodes/idle.ts'
import { benchLogNodes } from './nodes/log-nodes.ts'
import { benchManyNodes } from './nodes/many.ts'
import { benchPage, pageParts } from './page/bench.ts'
import { benchPaging } from './paging/bench.ts'
import { benchQueries } from './queries/bench.ts'
import { benchLarge } from './queries/large.ts'
import { firstForm, writePart } from './results.ts'
import { benchRules } from './rules/bench.ts'
import { benchSoak } from './soak/bench.ts'
import { benchTriggers } from './triggers/bench.ts'
import { benchDryRuns } from './triggers/dry-run.ts'
import { benchTriggerIngest } from './triggers/ingest.ts'
import { benchLiveCounts } from './triggers/live-counts.ts'
import { benchWatchers } from './watchers/bench.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    events: { type: 'string', default: '10000000' },
    folder: { type: 'string' },
    only: { type: 'string' },
    each: { type: 'string', default: '8' },
    corpus: { type: 'string', default: 'bench' },
    days: { type: 'string', default: '7' },
    minutes: { type: 'string', default: '120' },
    unmerged: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const events = Number(values.events)
const corpus = corpusNames.find(name => name === values.corpus)
const days = Number(values.days)
const filling = { events, ...(values.folder && { folder: values.folder }) }
const known = [
  'ingest',
  'latency',
  'fields',
  'first',
  'queries',
  'interface',
  'watchers',
  'paging',
  'exports',
  'rules',
  'triggers',
  'dry-run',
  'live-counts',
  'fairness',
  'live',
  'page',
  'nodes',
  'idle-nodes',
  'log-nodes',
  'forwarding',
]
/** Needs a folder, so it only runs on request. */
const large = 'large'
/** Takes hours, so it only runs on request. */
const soak = 'soak'
const minutes = Number(values.minutes)
const each = Number(values.each)
const unknown = positionals.filter(
  name => !known.includes(name) && name !== soak && (name !== large || !values.folder),
)
const isFirst = positionals.join() === 'first'
const only = pageParts.filter(part => part === values.only)
const isOnlyWrong =
  values.only !== undefined && !isFirst && (only.length === 0 || positionals.join() !== 'page')
const isCorpusWrong = corpus === undefined || (corpus !== 'bench' && !isFirst)
const fewestEvents = isFirst ? 100_000 : 1_000_000
/** From this many events on, the figures are a separate part. */
const largeEvents = 50_000_000
if (
  unknown.length > 0 ||
  isOnlyWrong ||
  isCorpusWrong ||
  !(seconds > 0) ||
  !(events >= fewestEvents) ||
  !(days > 0) ||
  !(each >= 1) ||
  !(minutes >= 1)
) {
  console.error(
    `npm run bench [-- ${known.join('|')}] [--seconds 60] [--events 10000000 (at least 1000000)] [--folder <a store that is kept, for first, fairness, live and paging>]
npm run bench -- page --only ${pageParts.join('|')}
npm run bench -- first [--corpus ${corpusNames.join('|')}] [--each 8 (questions of each kind)] [--only <a text in the names of kinds of questions, '' for all>] [--events (at least 100000)] [--days 7, or a part of one] [--unmerged]
npm run bench -- ${soak} [--minutes 120], which writes docs/soak.md
npm run bench -- ${large} --folder <where the store is, or is to be kept> [--events 100000000]`,
  )
  process.exit(2)
}
const wanted = positionals.length === 0 ? known : positionals
if (wanted.includes('ingest')) writePart('Ingest', await benchIngest(seconds))
if (wanted.includes('latency')) writePart('Latency', await benchLatency(seconds))
if (wanted.includes('fields')) writePart('Fields of known programs', await benchFields())
if (wanted.includes('first')) {
  const { events: found, body } = await benchFirst(
    { ...filling, corpus, days, isUnmerged: values.unmerged },
    { each, only: values.only },
  )
  const form = firstForm(days, values.unmerged)
  const size = found >= largeEvents ? 'large ' : ''
  if (values.only === undefined) writePart(`First answers, ${size}${corpus}${form}`, body)
  else console.log(body)
}
if (wanted.includes('queries')) writePart('Queries', await benchQueries(events))
if (wanted.includes(large) && values.folder)
  writePart('Large', await benchLarge({ events, folder: values.folder }))
if (wanted.includes('interface')) writePart('Interface', await benchInterface(Math.min(seconds, 20)))
if (wanted.includes('watchers')) writePart('Watchers', await benchWatchers(seconds))
if (wanted.includes('paging')) writePart('Paging', await benchPaging(filling))
if (wanted.includes('exports')) writePart('Exports', await benchExports())
if (wanted.includes('rules')) writePart('Rules', await benchRules())
if (wanted.includes('triggers'))
  writePart('Triggers', `${await benchTriggers()}\n\n${await benchTriggerIngest(seconds)}`)
if (wanted.includes('dry-run')) writePart('Dry runs', await benchDryRuns(filling))
if (wanted.includes('live-counts')) writePart('Live counts', await benchLiveCounts(events))
if (wanted.includes('fairness')) writePart('Fairness', await benchFairness(filling, seconds))
if (wanted.includes('live')) writePart('Live', await benchLive(filling))
if (wanted.includes(soak)) await benchSoak(minutes)
if (wanted.includes('nodes')) writePart('Nodes', await benchNodes(seconds))
if (wanted.includes('idle-nodes'))
  writePart('Idle nodes', `${await benchIdleNodes(seconds)}\n\n${await benchManyNodes(seconds)}`)
if (wanted.includes('log-nodes')) writePart('Nodes on one log', await benchLogNodes(seconds))
if (wanted.includes('forwarding')) writePart('Forwarding', await benchForwarding(seconds))
if (only.length > 0) console.log(await benchPage(seconds, only))
else if (wanted.includes('page')) writePart('Page', await benchPage(seconds))
