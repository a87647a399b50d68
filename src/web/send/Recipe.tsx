import { Fragment, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { copyText } from '../components/toast.tsx'
import { sendTexts } from '../texts/settings/send.ts'
import { fillIn, type Target } from './fill-in.ts'
import type { RecipeBlock } from './read-recipes.ts'
import { recipes } from './recipes.ts'
import type { Sender } from './senders.ts'

/** The lines for one kind of sender, with its variants. */
export function Recipe({ sender, target }: { sender: Sender; target: Target }) {
  const [variant, setVariant] = useState('')
  const { sections } = sender
  const section = sections.find(({ key }) => key === variant) ?? sections[0]
  const blocks = recipes.get(section?.key ?? '') ?? []
  return (
    <>
      {sections.length > 1 && (
        <div className="send-variants">
          {sections.map(({ key, name }) => (
            <Button
              key={key}
              className="small"
              aria-pressed={key === section?.key}
              onClick={() => setVariant(key)}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      {blocks.map((block, index) => (
        <Block key={block.code} block={block} step={index + 1} target={target} />
      ))}
    </>
  )
}

function Block({
  block: { prose, code, isTried },
  step,
  target,
}: {
  block: RecipeBlock
  step: number
  target: Target
}) {
  const { code: filled, missing } = fillIn(code, target)
  return (
    <div className="send-block">
      {prose.map(spans => (
        <p key={spans[0]?.text} className="soft">
          {spans.map(({ text, isCode }) => (
            <Fragment key={text}>{isCode ? <code>{text}</code> : text}</Fragment>
          ))}
        </p>
      ))}
      {missing.map(port => (
        <p key={port} className="send-missing">
          <Icon name="warning" size={14} />
          {sendTexts.missing[port]} {sendTexts.missingHint}
        </p>
      ))}
      <div className="send-code card">
        <div className="send-code-bar">
          {isTried && (
            <span className="send-tried" title={sendTexts.triedHint}>
              <Icon name="check" size={12} />
              {sendTexts.tried}
            </span>
          )}
          <Button
            className="small"
            aria-label={sendTexts.copyLines(step)}
            onClick={() => void copyText(filled)}
          >
            <Icon name="copy" size={12} />
            {sendTexts.copy}
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, with the keyboard too */}
        <section tabIndex={0} aria-label={sendTexts.lines(step)}>
          <pre>{filled}</pre>
        </section>
      </div>
    </div>
  )
}
