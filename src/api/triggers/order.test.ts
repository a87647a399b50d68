import { expect, test } from 'vitest'
import { triggerServer } from './testing/trigger-server.ts'

const { get, post, create, remove } = triggerServer()

/** Names from the top, with their `order`. */
async function order(): Promise<[string, number][]> {
  const { body } = await get('/api/triggers')
  return body.objects.map((one: { name: string; order: number }) => [one.name, one.order])
}

test('moves go before, after or to a position; the others keep their order', async () => {
  const ids: Record<string, number> = {}
  for (const name of ['D', 'C', 'B', 'A']) ids[name] = await create({ name })
  const move = (name: string, to: object) => post(`/api/triggers/${ids[name]}/move`, to)
  const names = async () => (await order()).map(([name]) => name).join('')
  expect(await order()).toEqual([
    ['A', 1],
    ['B', 2],
    ['C', 3],
    ['D', 4],
  ])
  expect((await move('A', { after: ids.C })).body).toMatchObject({ name: 'A', order: 3, snapshot_id: 1 })
  expect(await names()).toBe('BCAD')
  await move('D', { before: ids.B })
  expect(await names()).toBe('DBCA')
  await move('D', { position: 3 })
  expect(await names()).toBe('BCDA')
  await move('B', { position: 99 })
  expect(await names()).toBe('CDAB')
  await move('D', { position: 2 })
  expect(await names()).toBe('CDAB')
  await remove(`/api/triggers/${ids.D}`)
  await move('B', { position: 1 })
  expect(await order()).toEqual([
    ['B', 1],
    ['C', 2],
    ['A', 3],
  ])
  await create({ name: 'E' })
  expect(await names()).toBe('EBCA')
})

test('a move to no place is refused', async () => {
  const id = await create({ name: 'Mine' }, 'user-ann')
  const hidden = await create({ name: 'Hidden', is_private: true })
  const move = async (to: object) => (await post(`/api/triggers/${id}/move`, to, 'user-ann')).body
  const one = {
    non_field_errors: ['Expected exactly one of before, after and position.'],
    code: 'validation',
  }
  expect(await move({})).toEqual(one)
  expect(await move({ before: id, position: 1 })).toEqual(one)
  const unknown = (neighbour: number) => [
    `Invalid pk "${neighbour}" - there is no other trigger with this id.`,
  ]
  expect(await move({ before: id })).toMatchObject({ before: unknown(id) })
  expect(await move({ after: hidden })).toMatchObject({ after: unknown(hidden) })
  expect(await move({ after: 999 })).toMatchObject({ after: unknown(999) })
  expect(await move({ position: 0 })).toMatchObject({ position: [expect.any(String)] })
})
