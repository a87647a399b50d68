import { escapeText } from '../../../templates/escapes.ts'
import { facts, headline, messageOf, type ReadyForm } from './ready-form.ts'

/** A Teams message has at most 28 kB, in UTF-8 and including its frame. */
const maxMessage = 6_000

/**
 * An Adaptive Card for the webhook of a Teams workflow. Texts are runs of rich text blocks, since text blocks
 * and fact sets interpret Markdown, and a log could show links.
 */
export const teams: ReadyForm = {
  make(context) {
    const message = escapeText(messageOf(context, maxMessage))
    return {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            msteams: { width: 'Full' },
            body: [
              block([{ text: headline(context), weight: 'Bolder', size: 'Medium' }]),
              ...(message === '' ? [] : [block([{ text: message, fontType: 'Monospace' }])]),
              ...facts(context).map(([name, value]) =>
                block([{ text: `${name}: `, weight: 'Bolder' }, { text: value }]),
              ),
            ],
          },
        },
      ],
    }
  },
}

interface Run {
  text: string
  weight?: 'Bolder'
  size?: 'Medium'
  fontType?: 'Monospace'
}

function block(runs: readonly Run[]) {
  return { type: 'RichTextBlock', inlines: runs.map(run => ({ type: 'TextRun', ...run })) }
}
