import { escapeText } from '../../../../../schema/text/escape-text.ts'
import { facts, headline, messageOf, type ReadyForm } from './ready-form.ts'

/**
 * Teams limits a message to 28 kB, including the card. 6,000 characters leave room for UTF-8 and for escapes
 * in JSON.
 */
const maxMessageLength = 6_000

/**
 * An Adaptive Card for the webhook of a Teams workflow. All texts are in a RichTextBlock, because TextBlock
 * and FactSet render Markdown: a log message could inject links.
 */
export const teams: ReadyForm = {
  buildPayload(context) {
    const message = escapeText(messageOf(context, maxMessageLength))
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
