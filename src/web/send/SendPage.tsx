import { useState } from 'react'
import { readListeners } from '../api/ingest.ts'
import { Notice } from '../components/Notice.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { followLink, useLocation } from '../state/location.ts'
import { useHasPermission } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { sendTexts } from '../texts/settings/send.ts'
import { Arrival } from './Arrival.tsx'
import { needsToken, type Target } from './fill-in.ts'
import { Recipe } from './Recipe.tsx'
import { recipes } from './recipes.ts'
import { findSenders, type Sender, type SenderGroup, senders } from './senders.ts'
import { TargetFields } from './TargetFields.tsx'
import './send.css'

// The keys of this very object.
const groups = Object.keys(sendTexts.groups) as SenderGroup[]

/** Configuration for each kind of sender, and a check mark when the first event arrives. */
export function SendPage() {
  usePageTitle(sendTexts.title)
  const { query } = useLocation()
  const senderId = new URLSearchParams(query).get('sender')
  const sender = senders.find(({ id }) => id === senderId) ?? senders[0]
  const canSearch = useHasPermission('search')
  const [target, setTarget] = useState<Omit<Target, 'listeners'>>(ownTarget)
  const { data: bound, isPending } = useRead(['listeners'], readListeners)
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
          {!isPending && <Recipe sender={sender} target={{ ...target, listeners: bound?.list ?? [] }} />}
        </div>
        <aside className="send-arrival" aria-labelledby="send-arrival">
          <h2 id="send-arrival">{sendTexts.arrival.heading}</h2>
          {canSearch ? <Arrival /> : <p className="soft">{sendTexts.arrival.noPermission}</p>}
        </aside>
      </div>
    </main>
  )
}

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
      <input
        className="field"
        type="search"
        value={search}
        placeholder={sendTexts.search}
        aria-label={sendTexts.search}
        onChange={event => setSearch(event.target.value)}
      />
      {found.length === 0 && <Notice title={sendTexts.empty}>{sendTexts.emptyHint}</Notice>}
      {groups.map(group => {
        const own = found.filter(sender => sender.group === group)
        if (own.length === 0) return null
        return (
          <section key={group} aria-labelledby={`send-${group}`}>
            <h2 id={`send-${group}`}>{sendTexts.groups[group]}</h2>
            <ul>
              {own.map(({ id, name }) => (
                <li key={id}>
                  <a
                    href={`/send?sender=${id}`}
                    aria-current={id === chosen.id ? 'page' : undefined}
                    onClick={followLink}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}
