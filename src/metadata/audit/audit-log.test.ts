import { describe, expect, onTestFinished, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { AuditLog } from './audit-log.ts'
import { type AuditActor, describeEntry } from './pending-entry.ts'

const ann: AuditActor = {
  user: { id: 2, username: 'ann' },
  credential: 'token',
  credentialId: '7',
  address: '192.0.2.1',
}
const aGroup = { action: 'create', object: 'group' } as const

async function opened(limits?: { days: number; entries: number }) {
  const opened = await openTemporaryMetadata()
  const { db } = opened.metadata
  const { clock } = opened
  /** Seconds by which the machine's clock was set, without time passing. */
  const set = { ahead: 0 }
  const wall = () => clock.now() + set.ahead * 1e6
  const audit = new AuditLog(db, wall, limits, undefined, () => clock.seconds * 1_000)
  const entries = async () => (await audit.list({}, { offset: 0, limit: 100 })).objects
  return { ...opened, audit, entries, set }
}

test('a change is committed together with its entry', async () => {
  const { metadata, audit, entries } = await opened()
  const entry = audit.begin(ann, aGroup)
  let during: unknown
  await audit.run(entry, async () => {
    await metadata.groups.create({ name: 'network' })
    // The entry is committed with the group, before it is completed.
    during = await entries()
    describeEntry({ objectId: '1', title: 'network', changes: [{ member: 'name', after: 'network' }] })
  })
  expect(during).toMatchObject([{ object: 'group', object_id: null, result: 'ok' }])
  expect(await entries()).toEqual([
    {
      id: 1,
      at: 1_780_000_000,
      last_at: 1_780_000_000,
      count: 1,
      user_id: 2,
      username: 'ann',
      credential: 'token',
      credential_id: '7',
      address: '192.0.2.1',
      action: 'create',
      object: 'group',
      object_id: '1',
      title: 'network',
      changes: [{ member: 'name', after: 'network' }],
      result: 'ok',
    },
  ])
})

test('each entry is copied once it is complete, of equal refusals the first', async () => {
  const { metadata, clock } = await openTemporaryMetadata()
  const copied: unknown[] = []
  const audit = new AuditLog(metadata.db, clock.now, undefined, entry => copied.push(entry))
  await audit.run(audit.begin(ann, aGroup), async () => {
    await metadata.groups.create({ name: 'network' })
    describeEntry({ objectId: '1', title: 'network' })
  })
  for (let again = 0; again < 3; again++)
    await audit.finish(audit.begin(ann, { action: 'delete', object: 'user' }), 'refused')
  await audit.finish(audit.begin(ann, { action: 'export', object: 'audit_log' }), 'ok')
  // A change that fails before it changes anything has no entry.
  await audit.run(audit.begin(ann, aGroup), () => Promise.reject(new Error('no'))).catch(() => {})
  const { objects } = await audit.list({}, { offset: 0, limit: 100 })
  expect(copied).toEqual(objects.toReversed().map(({ id: _id, count: _count, ...entry }) => entry))
  expect(copied).toHaveLength(3)
})

test('a change whose entry cannot be written is not made', async () => {
  const { metadata, audit } = await opened()
  await metadata.db.schema.alterTable('audit_log').renameTo('elsewhere').execute()
  onTestFinished(() => metadata.db.schema.alterTable('elsewhere').renameTo('audit_log').execute())
  await expect(
    audit.run(audit.begin(ann, aGroup), () => metadata.groups.create({ name: 'network' })),
  ).rejects.toThrow(/audit_log/)
  expect((await metadata.groups.list({ offset: 0, limit: 10 })).itemCount).toBe(0)
})

test('a change that fails before it changes anything leaves no entry; a later failure one that says so', async () => {
  const { metadata, audit, entries } = await opened()
  await metadata.groups.create({ name: 'network' })
  const taken = audit.run(audit.begin(ann, aGroup), () => metadata.groups.create({ name: 'network' }))
  await expect(taken).rejects.toMatchObject({ code: 'validation' })
  expect(await entries()).toEqual([])
  const late = audit.run(audit.begin(ann, aGroup), async () => {
    await metadata.groups.create({ name: 'other' })
    throw new Error('late')
  })
  await expect(late).rejects.toThrow('late')
  expect(await entries()).toMatchObject([{ object: 'group', result: 'failed' }])
})

test('of two transactions one has the entry', async () => {
  const { metadata, audit, entries } = await opened()
  await audit.run(audit.begin(ann, aGroup), () =>
    Promise.all([metadata.groups.create({ name: 'one' }), metadata.groups.create({ name: 'two' })]),
  )
  expect(await entries()).toHaveLength(1)
})

test('a change of one statement is committed together with its entry, too', async () => {
  const { metadata, audit, entries } = await opened()
  let during: unknown
  await audit.run(audit.begin(ann, aGroup), async () => {
    await metadata.facts.get('colour')
    // Finds nothing to change.
    await metadata.facts.remove('colour')
    expect(await entries()).toEqual([])
    await metadata.facts.set('colour', 'red')
    during = await entries()
  })
  expect(during).toMatchObject([{ object: 'group', result: 'ok' }])
  await metadata.db.schema.alterTable('audit_log').renameTo('elsewhere').execute()
  onTestFinished(() => metadata.db.schema.alterTable('elsewhere').renameTo('audit_log').execute())
  const second = audit.run(audit.begin(ann, aGroup), () => metadata.facts.set('colour', 'blue'))
  await expect(second).rejects.toThrow(/audit_log/)
  expect(await metadata.facts.get('colour')).toBe('red')
})

test('an operation that writes nothing has an entry once it is done', async () => {
  const { audit, entries } = await opened()
  await audit.run(audit.begin(ann, { action: 'export', object: 'events' }), async () => {})
  expect(await entries()).toMatchObject([{ action: 'export', result: 'ok' }])
})

test('equal refusals share an entry for ten minutes, also from one network', async () => {
  const { audit, entries, clock } = await opened()
  const refuse = (address: string, object: 'group' | 'user' = 'group') =>
    audit.finish(audit.begin({ ...ann, address }, { action: 'create', object }), 'refused')
  await refuse('2001:db8::1')
  clock.seconds += 5
  await refuse('2001:db8::2')
  await refuse('2001:db8::2', 'user')
  clock.seconds += 600
  await refuse('2001:db8::1')
  expect(await entries()).toMatchObject([
    { object: 'group', count: 1, at: 1_780_000_605 },
    { object: 'user', count: 1 },
    { object: 'group', count: 2, at: 1_780_000_000, last_at: 1_780_000_005, address: '2001:db8:0:0::/64' },
  ])
})

test('the refusals of one user make a limited number of entries in ten minutes, whatever the user asks for', async () => {
  const { audit, entries, clock } = await opened()
  const refuse = (objectId: string, address = '192.0.2.1', username = 'ann') =>
    audit.finish(
      audit.begin({ ...ann, user: { id: 2, username }, address }, { ...aGroup, objectId }),
      'refused',
    )
  for (let number = 0; number < 60; number++) await refuse(`${number}`, `192.0.2.${number}`)
  await refuse('3', '192.0.2.3')
  await refuse('0', '192.0.2.0', 'bob')
  const found = await entries()
  expect(found).toHaveLength(52)
  expect(found.slice(0, 2)).toMatchObject([
    { username: 'bob', count: 1 },
    { username: 'ann', title: 'and other requests', count: 10, result: 'refused' },
  ])
  expect(found.find(({ object_id }) => object_id === '3')).toMatchObject({ count: 2 })
  clock.seconds += 600
  await refuse('new')
  expect(await entries()).toHaveLength(53)
})

describe('its size', () => {
  const add = async (audit: AuditLog, count: number, result: 'ok' | 'refused') => {
    for (let number = 0; number < count; number++) {
      const actor = { ...ann, user: { id: number, username: `user ${number}` } }
      await audit.finish(audit.begin(actor, { ...aGroup, objectId: `${number}` }), result)
    }
  }

  test('is bounded by number, and refusals evict nothing else', async () => {
    const { audit, entries, clock } = await opened({ days: 10, entries: 50 })
    await add(audit, 45, 'ok')
    await add(audit, 60, 'refused')
    await audit.prune()
    const results = (await entries()).map(({ result }) => result)
    expect(results).toEqual([...Array(5).fill('refused'), ...Array(45).fill('ok')])
    await add(audit, 30, 'ok')
    clock.seconds += 600
    await audit.prune()
    expect(await entries()).toHaveLength(50)
  })

  test('others are served while much of it is deleted', async () => {
    const { metadata, audit, entries, clock } = await opened({ days: 10, entries: 50 })
    await add(audit, 1, 'ok')
    const { id: _, ...row } = await metadata.db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow()
    for (let count = 0; count < 10; count++)
      await metadata.db.insertInto('audit_log').values(Array(500).fill(row)).execute()
    clock.seconds += 9 * 86_400
    let turns = 0
    let isDone = false
    const serve = () => {
      turns++
      if (!isDone) setImmediate(serve)
    }
    setImmediate(serve)
    await audit.prune()
    isDone = true
    expect(await entries()).toHaveLength(45)
    expect(turns).toBeGreaterThan(3)
  })

  test('and by age', async () => {
    const { audit, entries, clock } = await opened({ days: 10, entries: 50 })
    await add(audit, 1, 'ok')
    clock.seconds += 86_400
    await add(audit, 1, 'ok')
    clock.seconds += 9 * 86_400 + 1
    await audit.prune()
    expect(await entries()).toHaveLength(1)
  })

  test('and by age only an hour after the clock was set', async () => {
    const { audit, entries, clock, set } = await opened({ days: 10, entries: 50 })
    await add(audit, 1, 'ok')
    clock.seconds += 7_200
    set.ahead = 11 * 86_400
    await audit.prune()
    clock.seconds += 3_599
    await audit.prune()
    expect(await entries()).toHaveLength(1)
    clock.seconds += 1
    await audit.prune()
    expect(await entries()).toHaveLength(1)
    clock.seconds += 600
    await audit.prune()
    expect(await entries()).toEqual([])
  })
})

test('a list and an export have what a filter asks for, newest first', async () => {
  const { audit, clock } = await opened()
  const record = async (userId: number, action: 'create' | 'delete', objectId: string) => {
    const actor = { ...ann, user: { id: userId, username: `user ${userId}` } }
    await audit.finish(audit.begin(actor, { action, object: 'group', objectId }), 'ok')
    clock.seconds++
  }
  await record(1, 'create', 'a')
  await record(2, 'create', 'b')
  await record(1, 'delete', 'a')
  const at = (second: number) => (1_780_000_000 + second) * 1_000_000
  const cases = [
    [{}, [3, 2, 1]],
    [{ userId: 1 }, [3, 1]],
    [{ userId: 1, actions: ['delete', 'create'] }, [3, 1]],
    [{ actions: ['create'] }, [2, 1]],
    [{ objects: ['user'] }, []],
    [{ objects: ['user', 'group'], objectId: 'a' }, [3, 1]],
    [{ result: 'refused' }, []],
    [{ since: at(1) }, [3, 2]],
    [{ since: at(1), until: at(2) }, [2]],
  ] as const
  for (const [filter, wanted] of cases) {
    const { objects, itemCount } = await audit.list(filter, { offset: 0, limit: 10 })
    expect(objects.map(({ id }) => id)).toEqual(wanted)
    expect(itemCount).toBe(wanted.length)
    const exported = []
    for await (const page of audit.each(filter)) exported.push(...page)
    expect(exported).toEqual(objects)
  }
  expect((await audit.list({}, { offset: 1, limit: 1 })).objects).toMatchObject([{ id: 2 }])
})
