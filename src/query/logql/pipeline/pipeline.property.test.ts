import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../testing/depth.ts'
import { parseLogql } from '../syntax/parse.ts'
import { jsonText, logfmtText, type Member, PipelineOracle } from '../testing/pipeline-oracle.ts'
import { linePipeline } from './pipeline.ts'

const keys = fc.constantFrom('a', 'b', 'c', 'a.b', 'b-c', ' a', 'a_b', '9', 'x', 'häh', 'host')
const texts = fc.oneof(
  fc.constantFrom('', '1', '7.5', '-3', '500ms', '20KB', 'x y', '"', '\\', 'é\n', '😀', '=', '1e3', 'eve'),
  fc.string({ maxLength: 5, unit: 'grapheme' }).filter(text => !/[\ufffd\p{Cs}\p{Cc}]/u.test(text)),
)
const { object } = fc.letrec<{ object: Member[]; member: Member }>(tie => ({
  member: fc.tuple(
    keys,
    fc.oneof(
      { maxDepth: 3 },
      texts,
      fc.integer({ min: -50, max: 1_000 }),
      fc.constantFrom(null, [], [1, 2]),
      tie('object').filter(members => members.length > 0),
    ),
  ),
  object: fc.array(tie('member'), { maxLength: 5 }),
}))
const pairs = fc.array(
  fc.tuple(
    keys.filter(key => !/\s/.test(key)),
    texts.filter(text => !/^\s|\s$/.test(text)),
  ),
  { maxLength: 6 },
)

const names = fc.constantFrom('a', 'b', 'a_b', 'b_c', 'host', 'host_extracted', 'm', '_9', 'x')
interface Filter {
  text: string
  fits: (labels: Record<string, string>) => boolean
}
const stringFilter = fc.tuple(names, fc.constantFrom('=', '!='), texts).map(
  ([name, op, value]): Filter => ({
    text: `${name}${op}${JSON.stringify(value)}`,
    fits: labels => ((labels[name] ?? '') === value) === (op === '='),
  }),
)
const conditions = fc.oneof(
  stringFilter,
  fc.tuple(stringFilter, stringFilter).map(
    ([a, b]): Filter => ({
      text: `(${a.text} or ${b.text})`,
      fits: labels => a.fits(labels) || b.fits(labels),
    }),
  ),
)
const filters = fc.array(
  // Each condition is combined with itself: parsers drop lines early only by single conditions.
  conditions.map((one): Filter => ({ ...one, text: `(${one.text}) and (${one.text})` })),
  { maxLength: 2 },
)
const picks = fc.option(
  fc.tuple(fc.constantFrom('drop', 'keep'), fc.array(names, { minLength: 1, maxLength: 3 })),
)
const stream = fc.constantFrom({}, { host: 'fw-1' }, { host: 'fw-1', a: '0' })
const metadata = fc.constantFrom({}, { m: '1' }, { m: '1', b: 'meta' })

function labelsAfter(
  stages: readonly string[],
  text: string,
  of: { stream: Record<string, string>; metadata: Record<string, string> },
) {
  const expression = `{a="b"} ${stages.map(stage => `| ${stage}`).join(' ')}`
  const log = parseLogql(expression)
  if (log.kind !== 'log') throw new Error(`${expression} is no log query`)
  // The stages begin with a parser: the store, not the pipeline, evaluates conditions before it.
  const line = linePipeline(log, expression).run({ text, at: 0, ...of })
  return line && { ...line.labels.of('stream'), ...line.labels.of('metadata'), ...line.labels.of('parsed') }
}

function pickWith(oracle: PipelineOracle, pick: readonly [string, readonly string[]] | null): string[] {
  if (pick === null) return []
  const [kind, list] = pick
  if (kind === 'drop') oracle.drop(list)
  else oracle.keep(list)
  return [`${kind} ${list.join(', ')}`]
}

test('objects become the labels that an oracle says, and filters judge them', () => {
  let dropped = 0
  let kept = 0
  fc.assert(
    fc.property(object, filters, picks, stream, metadata, (members, conditions, pick, own, more) => {
      const oracle = new PipelineOracle(own, more)
      oracle.json(members)
      const fits = conditions.every(one => one.fits(oracle.labels))
      const stages = ['json', ...conditions.map(one => one.text), ...pickWith(oracle, pick)]
      const found = labelsAfter(stages, jsonText(members), { stream: own, metadata: more })
      expect(found).toEqual(fits ? oracle.labels : undefined)
      if (fits) kept++
      else dropped++
    }),
    { numRuns: runs(2_000) },
  )
  expect(Math.min(dropped, kept)).toBeGreaterThan(50)
})

test('pairs become the labels that an oracle says', () => {
  fc.assert(
    fc.property(pairs, fc.boolean(), filters, picks, stream, (list, keepEmpty, conditions, pick, own) => {
      const oracle = new PipelineOracle(own, {})
      oracle.logfmt(list, keepEmpty)
      const fits = conditions.every(one => one.fits(oracle.labels))
      const stages = [
        `logfmt${keepEmpty ? ' --keep-empty' : ''}`,
        ...conditions.map(one => one.text),
        ...pickWith(oracle, pick),
      ]
      const found = labelsAfter(stages, logfmtText(list), { stream: own, metadata: {} })
      expect(found).toEqual(fits ? oracle.labels : undefined)
    }),
    { numRuns: runs(2_000) },
  )
})

test('no line, however broken, stops a pipeline', () => {
  const broken = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc
      .array(fc.constantFrom('{', '}', '[', ']', '"', ':', ',', 'a', '1', '\\', '=', ' ', '{"a":', '\\u00'), {
        maxLength: 30,
      })
      .map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(broken, text => {
      const stages = ['json', 'json x="a.b", y="a[0]"', 'logfmt --strict', 'logfmt x, z="a"', 'b > 1']
      labelsAfter(stages, text, { stream: { a: '1' }, metadata: {} })
    }),
    { numRuns: runs(2_000) },
  )
})
