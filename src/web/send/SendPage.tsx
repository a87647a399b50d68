import { useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import guide from '../../../docs/sending-logs.md?raw'
import { errorText } from '../api/http/api-error.ts'
import { readListeners } from '../api/ingest.ts'
import { createIngestToken } from '../api/tokens.ts'
import { Button } from '../components/Button.tsx'
import { Field } from '../components/forms/Field.tsx'
import { SearchInput } from '../components/forms/SearchInput.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { Notice } from '../components/Notice.tsx'
import { copyText } from '../components/toast.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { useLocation } from '../state/location.ts'
import { useHasPermission } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { sendTexts } from '../texts/settings/send.ts'
import { Arrival } from './Arrival.tsx'
import { fillIn, needsToken, type Target } from './fill-in.ts'
import { type RecipeBlock, readRecipes } from './read-recipes.ts'
import { findSenders, type Sender, type SenderGroup, senders } from './senders.ts'
import './send.css'

// The keys are the groups.
const groups = Object.keys(sendTexts.groups) as SenderGroup[]

/** Configuration for each kind of sender, and a check mark when the first event arrives. */
export function SendPage() {
  usePageTitle(sendTexts.title)
  const { query } = useLocation()
  const senderId = new URLSearchParams(query).get('sender')
  const sender = senders.find(({ id }) => id === senderId) ?? senders[0]
  const canSearch = useHasPermission('search')
  const [target, setTarget] = useState<Omit<Target, 'listeners'>>(ownTarget)
  const { data: listeners, isPending } = useRead(['listeners'], readListeners)
  if (sender === undefined) return null
  const hasToken = sender.sections.some(({ key }) => recipes.get(key)?.some(({ code }) => needsToken(code)))
  return (
    <main className="page send">
      <header className="page-bar">
        <h1>{sendTexts.title}</h1>
        <span className="soft">{sendTexts.lead}</span>
      </header>
      <div className="send-columns">
        <SenderList chosen={sender} />
        <div className="send-recipe">
          <h2>{sender.name}</h2>
          <TargetFields
            target={target}
            sender={sender.name}
            hasToken={hasToken}
            onChange={change => setTarget(before => ({ ...before, ...change }))}
          />
          {!isPending && <Recipe sender={sender} target={{ ...target, listeners: listeners?.list ?? [] }} />}
        </div>
        <aside className="send-arrival card" aria-labelledby="send-arrival">
          <h2 id="send-arrival">{sendTexts.arrival.heading}</h2>
          {canSearch ? <Arrival /> : <p className="soft">{sendTexts.arrival.noPermission}</p>}
        </aside>
      </div>
    </main>
  )
}

/** The address by which the browser reaches this service. */
function ownTarget(): Omit<Target, 'listeners'> {
  const { hostname, protocol, port } = location
  const host = hostname.replace(/^\[|\]$/g, '')
  return { host, protocol, port: Number(port) || (protocol === 'https:' ? 443 : 80), token: undefined }
}

function SenderList({ chosen }: { chosen: Sender }) {
  const [search, setSearch] = useState('')
  const found = findSenders(search)
  return (
    <nav className="send-list" aria-label={sendTexts.senders}>
      <SearchInput label={sendTexts.search} value={search} onChange={setSearch} />
      {found.length === 0 && <Notice title={sendTexts.empty}>{sendTexts.emptyHint}</Notice>}
      {groups.map(group => {
        const groupSenders = found.filter(sender => sender.group === group)
        if (groupSenders.length === 0) return null
        return (
          <section key={group} aria-labelledby={`send-${group}`}>
            <h2 id={`send-${group}`}>{sendTexts.groups[group]}</h2>
            <ul>
              {groupSenders.map(({ id, name }) => (
                <li key={id}>
                  <Link
                    className="hover-row"
                    href={`/send?sender=${id}`}
                    aria-current={id === chosen.id ? 'page' : undefined}
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}

/** The lines for one kind of sender, with buttons for its variants. */
function Recipe({ sender, target }: { sender: Sender; target: Target }) {
  const [variant, setVariant] = useState('')
  const { sections } = sender
  const section = sections.find(({ key }) => key === variant) ?? sections[0]
  const blocks = recipes.get(section?.key ?? '') ?? []
  return (
    <>
      {sections.length > 1 && (
        <div className="send-variants wrap-row gap-6">
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
        <div className="send-code-bar row gap-10">
          {isTried && (
            <span className="send-tried gap-4 small-text" title={sendTexts.triedHint}>
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

interface Props {
  target: Omit<Target, 'listeners'>
  sender: string
  /** Whether the lines contain a placeholder for a token. */
  hasToken: boolean
  onChange: (change: Partial<Target>) => void
}

const loopback = /^(?:localhost|127\.|::1$)/

/** The address and the token that are inserted into the lines. */
function TargetFields({ target: { host, token }, sender, hasToken, onChange }: Props) {
  const creating = useMutation({
    mutationFn: () => createIngestToken(sendTexts.tokenDescription(sender)),
    onSuccess: ({ secret_key: key }) => onChange({ token: key }),
  })
  return (
    <div className="send-target">
      <TextField
        label={sendTexts.address}
        hint={loopback.test(host) ? sendTexts.localHint : sendTexts.addressHint}
        inputClass="mono"
        value={host}
        maxLength={255}
        spellCheck={false}
        autoComplete="off"
        onChange={host => onChange({ host: host.trim() })}
      />
      {hasToken && (
        <Field
          label={sendTexts.token}
          hint={token === undefined ? sendTexts.tokenHint : sendTexts.tokenMade}
          fault={creating.error === null ? undefined : errorText(creating.error)}
        >
          {attributes => (
            <span className="send-token row gap-6">
              <input
                {...attributes}
                className="field mono"
                value={token ?? ''}
                spellCheck={false}
                autoComplete="off"
                onChange={event => onChange({ token: event.target.value.trim() || undefined })}
              />
              <Button disabled={creating.isPending} onClick={() => creating.mutate()}>
                {creating.isPending ? sendTexts.creatingToken : sendTexts.createToken}
              </Button>
            </span>
          )}
        </Field>
      )}
    </div>
  )
}

/** The lines to paste, from the guide; tests try them with the programs. */
const recipes = readRecipes(guide)
