import { expect, onTestFinished, test } from 'vitest'
import { openMailer } from './mailer.ts'
import { MailSink } from './testing/mail-sink.ts'

test.each(['50%', 'a%20b'])('an error repeats the server without the password %s', async password => {
  const sink = new MailSink('another')
  const port = await sink.open()
  onTestFinished(() => sink.close())
  const mailer = openMailer(`smtp://me:${password}@127.0.0.1:${port}`, 'logs@example.com')
  const sent = mailer.send({ id: 'a@example.com', subject: 'Hosts', text: 'Text' }, ['ann@example.com'])
  await expect(sent).rejects.toMatchObject({
    name: 'MailError',
    isPermanent: true,
    message: expect.stringContaining('wrong password [redacted]'),
  })
})
