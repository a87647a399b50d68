import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { EventGenerator } from './event-generator.ts'
import { numberPlaceholder } from './prepared-events.ts'
import { Random } from './random.ts'
import { parseTemplates, readTemplates, type Templates } from './template.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'millrace-templates-'))
afterAll(() => rmSync(folder, { recursive: true }))

function some(templates: Templates, count: number, seed = 1) {
  const writer = new EventGenerator(templates, new Random(seed))
  return Array.from({ length: count }, () => writer.next())
}

function message(text: string, lists: Record<string, string[]> = {}): Templates {
  return parseTemplates({ lists, events: [{ host: 'h-{1..3}', message: text }] })
}

test.each<[place: string, shape: RegExp]>([
  ['{number}', new RegExp(`^${numberPlaceholder}$`)],
  ['{ip}', /^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$/],
  ['{inside}', /^10\.\d+\.\d+\.\d+$/],
  ['{ip6}', /^2001:db8:[0-9a-f]{4}:[0-9a-f]{4}::[0-9a-f]{4}$/],
  ['{mac}', /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/],
  ['{port}', /^\d{4,5}$/],
  ['{word}', /^[a-z]{4,10}$/],
  ['{uuid}', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['{hex 7}', /^[0-9a-f]{7}$/],
  ['{7..9}', /^[789]$/],
  ['{up|down}', /^(up|down)$/],
  ['{|x}', /^x?$/],
  ['{state}', /^(on|off)$/],
  ['{host} is {{ up }', /^h-[123] is \{ up \}$/],
])('%s is drawn again each time', (place, shape) => {
  const templates = message(place, { state: ['on', 'off'] })
  const messages = some(templates, 60).map(event => event.message)
  expect(messages.filter(one => !shape.test(one))).toEqual([])
  if (place !== '{number}') expect(new Set(messages).size).toBeGreaterThan(1)
  expect(some(templates, 60).map(event => event.message)).toEqual(messages)
  if (place !== '{number}') expect(some(templates, 60, 2).map(event => event.message)).not.toEqual(messages)
})

test('the host of a message is the host of its event; a list may stand in for a place of its name', () => {
  const templates = message('of {host} {ip}', { ip: ['nowhere'] })
  for (const { host, message: said } of some(templates, 20)) expect(said).toBe(`of ${host} nowhere`)
})

test('shares are shares of all events', () => {
  const templates = parseTemplates({
    events: [
      { share: 9, host: 'a', message: 'm' },
      { share: 1, host: 'b', message: 'm', priority: 'auth.err', program: 'p' },
    ],
  })
  const events = some(templates, 5_000)
  const rare = events.filter(({ host }) => host === 'b')
  expect(rare.length / events.length).toBeCloseTo(0.1, 1)
  expect(rare[0]).toEqual({ host: 'b', program: 'p', pid: '', priority: 4 * 8 + 3, message: 'm' })
  expect(events.find(({ host }) => host === 'a')?.priority).toBe(14)
})

test.each<[given: unknown, said: RegExp]>([
  [{ events: [] }, /events: /],
  [{ events: [{ host: 'h' }] }, /message/],
  [{ events: [{ host: 'h', message: 'm', color: 'red' }] }, /events\.0/],
  [{ events: [{ host: 'h', message: 'm', priority: 192 }] }, /events\.0\.priority/],
  [{ events: [{ host: 'h', message: 'm', priority: 'local0.info.typo' }] }, /events\.0\.priority/],
  [
    { events: [{ host: 'h', message: 'm', priority: 'loud' }] },
    /^Error: events\.0\.priority: expected a number from 0 to 191 or a name such as local0\.info, not "loud"$/,
  ],
])('an invalid file of templates is reported by its place: %j', (given, said) => {
  const fault = (() => {
    try {
      return parseTemplates(given)
    } catch (error) {
      return String(error)
    }
  })()
  expect(fault).toMatch(said)
})

test('an invalid place is reported', () => {
  expect(() => some(message('{nobody}', { who: ['x'] }), 1)).toThrow(
    /^events\.0\.message: \{nobody\} is not a placeholder: \{number\}, .*\{host\}, \{who\}, \{1\.\.9\}, \{a\|b\} or \{hex 8\}; a brace is written \{\{$/,
  )
  expect(() => some(message('{9..1}'), 1)).toThrow('{9..1} is not a placeholder')
})

test('the example of the document is a file of templates', async () => {
  const document = readFileSync(fileURLToPath(new URL('../../../docs/sending.md', import.meta.url)), 'utf8')
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(document) ?? []
  const name = path.join(folder, 'load.yaml')
  writeFileSync(name, example)
  const templates = await readTemplates(name)
  expect(some(templates, 100).map(event => event.host)).toContain('web-7')
  await expect(readTemplates(path.join(folder, 'none.yaml'))).rejects.toThrow(
    /none\.yaml is neither a built-in template \(mixed, repeats, storm\) nor a file of templates: is not there/,
  )
})
