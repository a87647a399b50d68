import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { type ForwarderProgress, noActivity, noCounts } from './forwarders.ts'

const leaseSeconds = 30
const progress = (position: string): ForwarderProgress => ({
  position,
  counts: { ...noCounts, sent: 3 },
  activity: { ...noActivity, state: 'sending' },
})

/** Metadata with an active forwarder `SIEM`, and the ids that a runner claims. */
async function openWithForwarder() {
  const opened = await openTemporaryMetadata()
  const { forwarders } = opened.metadata
  const splunk_hec = { url: 'https://splunk.example:8088', token: 's3cret' }
  const { id } = await forwarders.create({ name: 'SIEM', splunk_hec })
  const claimed = async (runner: string, alone = false) =>
    (await forwarders.claim(runner, alone)).map(forwarder => forwarder.id)
  const claimOne = async (runner: string) => {
    const [one] = await forwarders.claim(runner, false)
    if (one === undefined) throw new Error('a forwarder is free')
    return one
  }
  return { ...opened, forwarders, id, claimed, claimOne }
}

test('one of two runners has a forwarder, until its lease ends or it gives it up', async () => {
  const { forwarders, id, claimed, clock } = await openWithForwarder()
  expect(await claimed('one')).toEqual([id])
  expect(await claimed('other')).toEqual([])
  clock.seconds += leaseSeconds - 1
  expect(await claimed('other')).toEqual([])
  expect(await claimed('one')).toEqual([id])
  clock.seconds += leaseSeconds - 1
  expect(await claimed('other'), 'the claim was renewed').toEqual([])
  clock.seconds += 2
  expect(await claimed('other')).toEqual([id])
  expect(await claimed('one')).toEqual([])
  await forwarders.release('one')
  expect(await claimed('one')).toEqual([])
  await forwarders.release('other')
  expect(await claimed('one')).toEqual([id])
})

test('the only process takes over at once what another one left', async () => {
  const { id, claimed } = await openWithForwarder()
  expect(await claimed('before')).toEqual([id])
  expect(await claimed('after', true)).toEqual([id])
  expect(await claimed('before')).toEqual([])
})

test('two runners that claim at the same time share the forwarders', async () => {
  const { forwarders, claimed } = await openWithForwarder()
  for (const name of ['b', 'c', 'd']) await forwarders.create({ name, file: { name } })
  const [one = [], other = []] = await Promise.all([claimed('one'), claimed('other')])
  expect([...one, ...other]).toHaveLength(4)
  expect(new Set([...one, ...other]).size).toBe(4)
})

test('a claim that need not be renewed writes nothing', async () => {
  const { metadata, id, claimed, clock } = await openWithForwarder()
  const leaseUntil = async () =>
    Number(
      (await metadata.db.selectFrom('forwarders').select('lease_until').executeTakeFirstOrThrow())
        .lease_until,
    )
  await claimed('one')
  const first = await leaseUntil()
  clock.seconds += 9
  expect(await claimed('one')).toEqual([id])
  expect(await claimed('other')).toEqual([])
  expect(await leaseUntil()).toBe(first)
  clock.seconds += 2
  await claimed('one')
  expect(await leaseUntil()).toBe(first + 11_000_000)
})

test('rows that expire unsent are counted beside what the runner stores', async () => {
  const { forwarders, id, claimOne } = await openWithForwarder()
  expect(await forwarders.begun()).toEqual([])
  await claimOne('one')
  await forwarders.save('one', id, progress('a'))
  expect(await forwarders.begun()).toEqual([{ id, filter: [], position: 'a' }])
  await forwarders.addExpired(id, 3)
  await forwarders.save('one', id, progress('b'))
  await forwarders.addExpired(id, 4)
  expect((await forwarders.get(id)).status).toMatchObject({ sent: 3, expired: 7 })
})

test('a runner saves the progress of a forwarder that it has', async () => {
  const { forwarders, id, claimOne, clock } = await openWithForwarder()
  const claim = await claimOne('one')
  expect(claim).toMatchObject({ id, position: null, mustSkip: false, counts: noCounts })
  expect(claim.target).toEqual({ kind: 'splunk_hec', url: 'https://splunk.example:8088', token: 's3cret' })
  expect(await forwarders.save('one', id, progress('a'))).toBe(true)
  expect((await forwarders.get(id)).status).toMatchObject({ state: 'sending', sent: 3, skipped: 0 })
  expect(await claimOne('one')).toMatchObject({ position: 'a', counts: { sent: 3 } })

  expect(await forwarders.save('other', id, progress('b')), 'not its own').toBe(false)
  await forwarders.update(id, { name: 'Changed' })
  // The run of the revision before stores how far it got.
  expect(await forwarders.save('one', id, progress('c')), 'changed').toBe(true)
  const changed = await claimOne('one')
  expect(changed.position).toBe('c')
  expect(changed.revision).toBeGreaterThan(claim.revision)
  clock.seconds += leaseSeconds + 1
  const taken = await claimOne('other')
  expect(await forwarders.save('one', id, progress('d')), 'lost').toBe(false)
  expect(taken.position).toBe('c')
  await forwarders.remove(id)
  expect(await forwarders.save('other', id, progress('e')), 'removed').toBe(false)
})

test('a skip lasts until the runner has skipped', async () => {
  const { forwarders, id, claimOne } = await openWithForwarder()
  await claimOne('one')
  await forwarders.skip(id)
  expect(await forwarders.save('one', id, progress('late'))).toBe(true)
  const skipping = await claimOne('one')
  expect(skipping).toMatchObject({ mustSkip: true, position: 'late' })
  expect(await forwarders.save('one', id, { ...progress('end'), hasSkipped: true })).toBe(true)
  expect(await claimOne('one')).toMatchObject({ mustSkip: false, position: 'end' })
  await expect(forwarders.skip(id + 1)).rejects.toMatchObject({ code: 'not_found' })
})

test('secrets that the instance key does not open: no destination, and all else is as before', async () => {
  const { metadata, forwarders, id, claimOne } = await openWithForwarder()
  const sealed = metadata.keyring.seal('{"token":"x"}', 'forwarder of another row')
  await metadata.db.updateTable('forwarders').set({ sealed }).execute()
  expect(await claimOne('one')).toMatchObject({ id, content: { name: 'SIEM' }, target: undefined })
  expect(await forwarders.get(id)).toMatchObject({ name: 'SIEM', secrets: [] })
  expect((await forwarders.getTarget(id)).target).toBeUndefined()
  const url = 'https://splunk.example:8088'
  await forwarders.update(id, { splunk_hec: { url, token: 'n3w' } })
  expect((await claimOne('one')).target).toEqual({ kind: 'splunk_hec', url, token: 'n3w' })
})
