import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

const webhook = {
  send_webhook_url: 'https://hooks.example/services/hidden-path',
  send_webhook_query: 'key=hidden-query',
  send_webhook_template: '{"key": "hidden-body"}',
}

test('webhooks that an earlier version stored as plain text are sealed by the next start, and no file has them', async () => {
  const { metadata, folder } = await openTemporaryMetadata()
  const { id: userId } = await metadata.users.create({ username: 'ann' })
  const viewer = { userId, managesTriggers: false }
  const headers = { Authorization: 'Bearer hidden-header' }
  const draft = { filter: [], send_webhook_headers: headers }
  const plain = await metadata.triggers.create(viewer, { ...draft, name: 'Plain' })
  const lost = await metadata.triggers.create(viewer, { ...draft, name: 'Lost' })
  const none = await metadata.triggers.create(viewer, { name: 'None', filter: [] })
  // As earlier versions stored them.
  const content = { name: 'Plain', filter: [], ...webhook, send_webhook_headers: { Authorization: '' } }
  for (const { id } of [plain, lost])
    await metadata.db
      .updateTable('triggers')
      .set({ content: JSON.stringify(content), text_key: `plain\n${webhook.send_webhook_url}` })
      .where('id', '=', id)
      .execute()
  await metadata.db.updateTable('triggers').set({ sealed: 'v1.broken' }).where('id', '=', lost.id).execute()
  await metadata.close()

  const { metadata: next } = await openTemporaryMetadata({ folder })
  expect((await next.triggers.forActions([plain.id]))[0]).toMatchObject({
    hasLostSecrets: false,
    content: { ...webhook, send_webhook_headers: headers },
  })
  const of = async (id: number) =>
    JSON.stringify(await next.db.selectFrom('triggers').selectAll().where('id', '=', id).execute())
  expect(await of(plain.id)).not.toMatch(/hidden/)
  // Secrets that the key does not open stay, and so does the plain text beside them.
  expect(await of(lost.id)).toMatch(/hidden-path.*v1\.broken/)
  const count = async (text: string) =>
    (await next.triggers.list(viewer, { offset: 0, limit: 10, text })).itemCount
  expect([await count('hooks.example'), await count('none')]).toEqual([2, 1])
  await next.triggers.remove(viewer, lost.id)
  expect((await next.triggers.get(viewer, none.id)).send_webhook_url).toBe('')
  await next.close()
})

test.runIf(isInFiles)('the file is written again, so that free pages do not have them either', async () => {
  const { metadata, folder } = await openTemporaryMetadata()
  const { id: userId } = await metadata.users.create({ username: 'ann' })
  const viewer = { userId, managesTriggers: false }
  const { id } = await metadata.triggers.create(viewer, { name: 'Plain', filter: [] })
  const content = JSON.stringify({ name: 'Plain', filter: [], ...webhook })
  await metadata.db.updateTable('triggers').set({ content }).where('id', '=', id).execute()
  await metadata.close()
  const bytes = () =>
    readdirSync(folder)
      .filter(name => name.startsWith('metadata.sqlite'))
      .map(name => readFileSync(path.join(folder, name), 'latin1'))
      .join('')
  expect(bytes()).toMatch(/hidden/)
  const { metadata: next } = await openTemporaryMetadata({ folder })
  expect(bytes()).not.toMatch(/hidden/)
  expect((await next.triggers.get(viewer, id)).send_webhook_url).toBe(webhook.send_webhook_url)
})
