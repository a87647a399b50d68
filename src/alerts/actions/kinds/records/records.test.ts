import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../../../../metadata/testing/temporary.ts'
import { testContext } from '../../testing/test-context.ts'
import type { ActionContext } from '../action.ts'
import { noteRunner } from './note.ts'
import { type TaskAction, taskRunner } from './task.ts'

const { signal } = new AbortController()

async function open() {
  const { metadata, clock } = await openTemporaryMetadata()
  const { id } = await metadata.users.create({ username: 'ann' })
  let actions = 0
  const context = (event: Parameters<typeof testContext>[0] = {}): ActionContext => {
    const made = testContext(event, { idempotencyKey: `7-1001-${++actions}` })
    return { ...made, trigger: { ...made.trigger, owner: { ...made.trigger.owner, id } } }
  }
  const note = (text: string, event?: Parameters<typeof testContext>[0], countsSeveralHosts = false) =>
    noteRunner(metadata.notes)({ kind: 'note', text, countsSeveralHosts }, context(event), signal)
  const task = (more: Partial<TaskAction> = {}, event?: Parameters<typeof testContext>[0]) => {
    const action: TaskAction = {
      kind: 'task',
      title: '',
      description: '',
      assignedTo: null,
      dueAfter: null,
      ...more,
    }
    return taskRunner(metadata.tasks, () => clock.seconds)(action, context(event), signal)
  }
  return { metadata, clock, id, context, note, task }
}

test('a note of the service is written on the event', async () => {
  const { metadata, note } = await open()
  expect(await note('Call {{event:ut:SrcIP}}\nnow')).toEqual({
    status: 'done',
    detail: 'The note was added.',
    retry: false,
  })
  const [written] = await metadata.notes.list(6_330_125_066_960_896)
  expect(written).toMatchObject({ author: null, text: 'Call 192.0.2.7\nnow' })
  expect(await note('x', null)).toMatchObject({
    status: 'refused',
    detail: 'The trigger fired without an event, so there is nothing to add a note to.',
  })
  expect(await note('{{event:ut:none}}')).toMatchObject({ status: 'refused', detail: 'The note is empty.' })
  expect(await note('{{event:nothing}}')).toMatchObject({ status: 'refused' })
  expect(await note('{{event:message}}', { id: 5, message: 'x'.repeat(60_000) })).toMatchObject({
    status: 'done',
  })
  for (let more = 0; more < 99; more++) await note('x')
  expect(await note('one more')).toMatchObject({ status: 'refused', retry: false })
})

test('a note has no count of matches over several hosts', async () => {
  const { metadata, note } = await open()
  await note('{{matches:count}} matches')
  await note('Matches: ({{matches:count}})', {}, true)
  const texts = (await metadata.notes.list(6_330_125_066_960_896)).map(({ text }) => text)
  expect(texts.toSorted()).toEqual(['2 matches', 'Matches: ()'])
})

test('a task is created for the owner of the trigger', async () => {
  const { metadata, clock, id, task } = await open()
  expect(await task()).toEqual({ status: 'done', detail: 'Task 1 was created.', retry: false })
  const viewer = { userId: id, managesTasks: false }
  expect(await metadata.tasks.get(viewer, 1)).toMatchObject({
    title: 'Denied connections: fw-1',
    description: 'Deny tcp src outside:192.0.2.7/4242 dst inside:198.51.100.2/22',
    event_id: '6330125066960896',
    status: 'new',
    assigned_to: null,
    due: null,
    owner: { id },
  })
  await task({
    title: 'Look at {{event:host}}',
    description: '{{event:program}}',
    assignedTo: id,
    dueAfter: 3_600,
  })
  expect(await metadata.tasks.get(viewer, 2)).toMatchObject({
    ...{ title: 'Look at fw-1', description: 'asa', assigned_to: id, due: clock.seconds + 3_600 },
  })
  expect(await task({ assignedTo: 99 })).toMatchObject({
    status: 'refused',
    detail: 'Some fields are not valid. Invalid pk "99" - object does not exist.',
  })
  await task({ title: '{{event:host}}' }, { host: 'a\r\nb'.repeat(100), message: 'x'.repeat(60_000) })
  const { title, description } = await metadata.tasks.get(viewer, 3)
  expect([title.length, description.length]).toEqual([255, 10_000])
  expect(await task({}, null)).toMatchObject({ status: 'done' })
})

test('an action that is tried again makes no second note or task', async () => {
  const { metadata, clock, id, context } = await open()
  const note = noteRunner(metadata.notes)
  const task = taskRunner(metadata.tasks, () => clock.seconds)
  const about: TaskAction = { kind: 'task', title: '', description: '', assignedTo: null, dueAfter: null }
  const [first, second] = [context(), context()]
  for (const one of [first, first, second, first]) {
    expect(await note({ kind: 'note', text: 'seen', countsSeveralHosts: false }, one, signal)).toMatchObject({
      status: 'done',
    })
    const { detail } = await task(about, one, signal)
    expect(detail).toBe(one === first ? 'Task 1 was created.' : 'Task 2 was created.')
  }
  expect(await metadata.notes.list(first.event?.id ?? 0)).toHaveLength(2)
  const owner = { userId: id, managesTasks: false }
  expect((await metadata.tasks.list(owner, { offset: 0, limit: 9, order: [] })).itemCount).toBe(2)
})
