import { expect, test } from 'vitest'
import { maxDrainMs, scriptCutGraceMs } from '../../alerts/actions/kinds/script/script.ts'
import { hardEndMs } from '../../cli/start-command.ts'
import { ClosingStack, closingEndsMs } from './closing-stack.ts'
import { actionsCloseMs } from './start-alerts.ts'

const never = new Promise<void>(() => {})

/** A stack whose groups end immediately, and the order in which things were closed. */
function open(endsMs = { service: 1, store: 2, rest: 3 }) {
  const closed: string[] = []
  const stack = new ClosingStack(endsMs)
  const add = (
    name: string,
    work: () => unknown = () => {},
    options?: Parameters<ClosingStack['defer']>[1],
  ) =>
    stack.defer(async () => {
      closed.push(name)
      await work()
    }, options)
  return { stack, closed, add }
}

test('a part that hangs holds up nothing: the rest is closed in reverse order', async () => {
  const { stack, closed, add } = open()
  add('lock', undefined, { by: 'rest' })
  add('metadata', () => never, { by: 'rest' })
  add('store', () => never, { by: 'store' })
  add('ingest', () => never)
  add('queries')
  add('server', () => never)
  expect(await stack.close()).toBe(false)
  expect(closed).toEqual(['server', 'queries', 'ingest', 'store', 'metadata', 'lock'])
  expect(await stack.close()).toBe(true)
  expect(closed).toHaveLength(6)
})

test('work that waits for others begins at once, and is waited for in its turn', async () => {
  const { stack, closed, add } = open({ service: 600_000, store: 600_000, rest: 600_000 })
  const ended: string[] = []
  const answer = Promise.withResolvers<void>()
  add('metadata', () => void ended.push('metadata'), { by: 'rest' })
  add('actions', () => answer.promise.then(() => void ended.push('actions')), { waitsForOthers: true })
  add('mails', () => void ended.push('mails'), { waitsForOthers: true })
  add('server', () => {
    ended.push('server')
    answer.resolve()
  })
  expect(await stack.close()).toBe(true)
  expect(closed).toEqual(['mails', 'actions', 'server', 'metadata'])
  expect(ended).toEqual(['mails', 'server', 'actions', 'metadata'])
})

test('one with a time of its own leaves the rest of it to the others', async () => {
  const { stack, closed, add } = open({ service: 600_000, store: 600_000, rest: 600_000 })
  add('ingest')
  add('server', () => never, { maxMs: 1 })
  expect(await stack.close()).toBe(false)
  expect(closed).toEqual(['server', 'ingest'])
})

test('a failure to close is reported when all is closed', async () => {
  const { stack, closed, add } = open()
  add('lock')
  add('actions', () => Promise.reject(new Error('no actions')), { waitsForOthers: true })
  stack.defer(() => {
    throw new Error('no server')
  })
  await expect(stack.close()).rejects.toThrow('Error: no server; Error: no actions')
  expect(closed).toEqual(['actions', 'lock'])
})

test('all of it fits into the time before the program ends hard, and actions into the time of the service', () => {
  const { service, store, rest } = closingEndsMs
  expect([service, store, rest, hardEndMs]).toEqual(
    [service, store, rest, hardEndMs].toSorted((a, b) => a - b),
  )
  expect(rest).toBeLessThan(hardEndMs)
  // Plus a second and a half for ingest after them.
  expect(actionsCloseMs + scriptCutGraceMs + maxDrainMs + 1_500).toBeLessThanOrEqual(service)
})
