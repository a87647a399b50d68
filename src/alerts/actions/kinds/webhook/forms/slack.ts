import { escapeText } from '../../../../../schema/text/escape-text.ts'
import { facts, headline, messageOf, type ReadyForm } from './ready-form.ts'

/** Slack's limits, in characters: the text of a header, and the text of a section or of a context. */
const maxHeader = 150
const maxSection = 3_000

/**
 * A message for an incoming webhook (docs.slack.dev, Block Kit). Log texts are sent as plain text, never as
 * markup. The notification text escapes the three characters that Slack interprets.
 */
export const slack: ReadyForm = {
  buildPayload(context) {
    const title = headline(context)
    const message = escapeText(messageOf(context, maxSection))
    const line = facts(context)
      .map(([name, value]) => `${name}: ${value}`)
      .join('  ·  ')
    return {
      text: escapeMarkup(message === '' ? title : `${title}\n${message}`),
      blocks: [
        { type: 'header', text: plain(cut(title, maxHeader)) },
        ...(message === '' ? [] : [{ type: 'section', text: plain(message) }]),
        { type: 'context', elements: [plain(cut(line, maxSection))] },
      ],
    }
  },
}

function plain(text: string) {
  return { type: 'plain_text', text, emoji: false }
}

function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
