import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { triggerServer } from './testing/trigger-server.ts'

const { get, post, patch, create, addScript } = triggerServer()

/** The file format of other installations. */
const file = {
  send_webhook: false,
  issue_notification: true,
  add_note: false,
  name: 'Cisco: Flapping',
  send_webhook_url: '',
  send_email_template: '',
  exec_script: false,
  mark_actionable: false,
  filter: [{ op: 'eq', value: ['LINK-3-UPDOWN'], field: 'cisco_mnemonic' }],
  send_email: false,
  send_webhook_ssl_verify: true,
  note_text: '',
  send_webhook_template: '',
  mark_known: true,
  script_path: '',
  snmp_trap: false,
  is_private: false,
  send_webhook_method: 'GET',
}
/** An older form: a condition without op and list, a tag, missing members. */
const old = {
  issue_notification: true,
  name: 'Windows: Logon',
  filter: [
    { value: '4624', field: 'ut_event_id' },
    { op: 'eq', value: [''], field: 'message' },
  ],
  mark_known: true,
}

async function exported(id: number) {
  return (await get(`/api/triggers/${id}?export=true`)).body
}

test('one object and a list are imported, and exported equal', async () => {
  const one = await post('/api/triggers/import', file)
  expect(one).toMatchObject({ status: 201, body: [{ name: file.name, result: 'imported', notes: [] }] })
  expect(await exported(one.body[0].trigger_id)).toEqual(file)
  const many = await post('/api/triggers/import', [old, { ...file, name: 'Second' }])
  expect(many.body.map((outcome: { name: string }) => outcome.name)).toEqual([old.name, 'Second'])
  expect(await exported(many.body[0].trigger_id)).toEqual(old)
  expect((await get(`/api/triggers/${many.body[0].trigger_id}`)).body).toMatchObject({
    mark_known: true,
    mark_actionable: true,
    stop_flag: false,
    is_active: true,
    send_webhook_ssl_verify: true,
    order: 1,
  })
  const { body } = await get('/api/triggers?export=true&page_size=2')
  expect(body.objects).toEqual([old, { ...file, name: 'Second' }])
})

test('a trigger that already exists is skipped, also within the file', async () => {
  const again = { ...old, name: 'WINDOWS: logon ', filter: [] }
  await post('/api/triggers/import', { ...old, name: 'Twice' })
  const [first] = (await post('/api/triggers/import', { ...old, name: 'Thrice' })).body
  await patch(`/api/triggers/${first.trigger_id}`, { is_active: false })
  const sameFilter = [
    { op: 'eq', value: ['4624'], field: 'ut_event_id' },
    { op: 'eq', value: [''], field: 'message' },
  ]
  const { body } = await post('/api/triggers/import', [
    { ...old, name: 'Thrice', filter: sameFilter },
    { ...old, name: 'New' },
    { ...old, name: 'New' },
    { ...old, name: 'Thrice', filter: [] },
    again,
  ])
  expect(body).toEqual([
    { name: 'Thrice', result: 'duplicate', trigger_id: first.trigger_id, notes: [] },
    { name: 'New', result: 'imported', trigger_id: expect.any(Number), notes: [] },
    { name: 'New', result: 'duplicate', trigger_id: body[1].trigger_id, notes: [] },
    {
      name: 'Thrice',
      result: 'imported',
      trigger_id: expect.any(Number),
      notes: [`Trigger ${first.trigger_id} has the same name and another filter.`],
    },
    { name: 'WINDOWS: logon ', result: 'imported', trigger_id: expect.any(Number), notes: [] },
  ])
  const others = await post('/api/triggers/import', { ...old, name: 'Thrice' }, 'user-ann')
  expect(others.body[0].result).toBe('imported')
})

test('scripts must be in the folder, and what does not work is reported', async () => {
  addScript('shut.sh')
  const scripts = (name: string) => ({
    ...old,
    name,
    exec_script: true,
    script_path: `/var/lib/x/scripts/${name}`,
  })
  const { body } = await post('/api/triggers/import', [
    scripts('shut.sh'),
    scripts('gone.sh'),
    { ...old, name: 'Hook', send_webhook: true, send_webhook_url: '' },
    {
      ...old,
      name: 'Slack',
      send_webhook: true,
      send_webhook_url: 'https://x.example/',
      send_webhook_format: 'slack',
    },
    { ...old, name: 'No scheme', send_webhook: true, send_webhook_url: 'x.example' },
    { ...old, name: 'Off', send_webhook: false, send_webhook_url: 'x.example' },
  ])
  expect(body.map(({ notes }: { notes: string[] }) => notes)).toEqual([
    ['The script /var/lib/x/scripts/shut.sh is shut.sh in the folder of scripts here.'],
    [
      'The script /var/lib/x/scripts/gone.sh is gone.sh in the folder of scripts here.',
      'script_path: There is no script gone.sh in the folder of scripts.',
    ],
    ['send_webhook_url: A webhook needs an address.'],
    ['send_webhook_method: Expected POST: a GET has no body, and the form slack needs one.'],
    ['send_webhook_url: Expected an address that begins with http:// or https://.'],
    ['send_webhook_url: Expected an address that begins with http:// or https://.'],
  ])
  expect(await exported(body[0].trigger_id)).toEqual(scripts('shut.sh'))
})

test('members that are not known are kept for the next export; members of another installation are left out', async () => {
  const { body } = await post('/api/triggers/import', {
    ...old,
    name: 'Newer',
    id: 77,
    owner: { id: 1 },
    hits_count: 9,
    order: 3,
    send_sms: { to: ['1'] },
  })
  expect(body[0].notes).toEqual(['Not known here, kept without effect: send_sms.'])
  const id = body[0].trigger_id
  expect(await exported(id)).toEqual({ ...old, name: 'Newer', send_sms: { to: ['1'] } })
  expect((await get(`/api/triggers/${id}`)).body).toMatchObject({ hits_count: 0, owner: { id: 1 } })
  await patch(`/api/triggers/${id}`, { is_active: false })
  await patch(`/api/triggers/${id}`, { is_active: true })
  expect(await exported(id)).toMatchObject({ ...old, name: 'Newer', send_sms: { to: ['1'] } })
})

test('a file with faults makes nothing, and the answer names their places', async () => {
  const before = (await get('/api/triggers')).body.item_count
  const { status, body } = await post('/api/triggers/import', [
    { ...old, name: 'Good' },
    { ...old, name: 7, filter: [{ field: 'host', op: 'about', value: 'x' }] },
    { filter: [] },
  ])
  expect([status, body]).toEqual([
    400,
    {
      '[1].name': ['Not a valid string.'],
      '[1].filter[0].op': ['"about" is not a valid choice.'],
      '[2].name': ['This field is required.'],
      code: 'validation',
    },
  ])
  const single = await post('/api/triggers/import', { name: 'x', filter: [{ field: 'counter', value: 1 }] })
  expect(single.body).toHaveProperty(['filter[0].field'])
  const list = await post('/api/triggers/import', [
    { name: 'x', filter: [{ field: 'severity', op: 'qp', value: 1 }] },
  ])
  expect(list.body).toHaveProperty(['[0].filter[0].op'])
  expect((await get('/api/triggers')).body.item_count).toBe(before)
  const deep = JSON.parse('['.repeat(30) + ']'.repeat(30))
  expect((await post('/api/triggers/import', { ...old, name: 'Deep', more: deep })).body).toEqual({
    non_field_errors: ['Its members are nested too deeply.'],
    code: 'validation',
  })
})

test('a trigger made here is exported with the members that other installations need, and ours where they are set', async () => {
  const filter = [{ field: 'host', value: 'fw-1' }]
  const id = await create({ name: 'Ours', filter, stop_flag: true, send_webhook_headers: { 'X-A': '1' } })
  const { ...form } = await exported(id)
  expect(Object.keys(form).sort()).toEqual([...Object.keys(file), 'stop_flag', 'send_webhook_headers'].sort())
  const [{ trigger_id }] = (await post('/api/triggers/import', { ...form, name: 'Ours 2' })).body
  expect(await exported(trigger_id)).toEqual({ ...form, name: 'Ours 2' })
})

const samples = fileURLToPath(new URL('../../../../shared/samples/triggers', import.meta.url))
const files = existsSync(samples) ? readdirSync(samples).filter(name => name.endsWith('.json')) : []
describe.skipIf(files.length === 0)('real files', () => {
  test.each(files)('%s is exported as it was imported', async name => {
    const content: unknown = JSON.parse(readFileSync(path.join(samples, name), 'utf8'))
    const { status, body } = await post('/api/triggers/import', content as object)
    expect([status, body.map(({ notes }: { notes: string[] }) => notes)]).toEqual([201, body.map(() => [])])
    const form = []
    for (const { trigger_id } of body) form.push(await exported(trigger_id))
    expect(Array.isArray(content) ? form : form[0]).toEqual(content)
  })
})
