import { type Static, Type } from 'typebox'

/** Body of POST /api/mailer: a mail that an API client asks Millrace to send. */
export const MailOrder = Type.Object(
  {
    mail_to: Type.Union(
      [
        Type.String({ minLength: 1, maxLength: 10_000 }),
        Type.Array(Type.String({ minLength: 1, maxLength: 254 }), { minItems: 1, maxItems: 50 }),
      ],
      { description: 'Addresses: a list, or one text with commas between them' },
    ),
    subject: Type.String({
      maxLength: 500,
      description: 'One line',
    }),
    body: Type.String({ maxLength: 1_000_000 }),
    is_html: Type.Optional(Type.Boolean({ description: 'Whether the body is HTML; default: plain text' })),
  },
  { $id: 'MailOrder', additionalProperties: false },
)
export type MailOrder = Static<typeof MailOrder>
