// The frame of both pages: brand, navigation, theme, key, and where messages appear.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { apiKey, setApiKey } from '#shared/api/key.ts'
import { linkTo, useRoute } from '#shared/route/route.ts'
import { useStore } from '#shared/route/store.ts'
import { nextTheme, theme } from '#shared/route/theme.ts'
import icon from '#shared/style/icon.svg'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { KeyForm } from '#shared/ui/key-form.tsx'
import { Toasts } from '#shared/ui/toasts.tsx'

/** An entry of the navigation: the first part of the routes it leads to. */
export interface NavEntry {
  readonly id: string
  readonly label: string
}

const SIGNS = { system: '◐', light: '☀', dark: '☾' } as const

/** `children` is the view. The first entry is also where an empty route leads. */
export function Shell({
  name,
  entries,
  children,
}: {
  readonly name: string
  readonly entries: readonly NavEntry[]
  readonly children: ComponentChildren
}) {
  const { path } = useRoute()
  const current = path[0] ?? entries[0]?.id
  const chosen = useStore(theme)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current === null || link === null || link === undefined) return
    // On a phone the entries are wider than the screen.
    nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.clientWidth) / 2
  }, [current, entries.length])
  useEffect(() => {
    const label = entries.find(({ id }) => id === current)?.label
    document.title = label === undefined ? name : `${label} · ${name}`
  }, [current, entries.length])
  const view = path.join('/')
  const lastView = useRef(view)
  useEffect(() => {
    if (lastView.current === view) return
    lastView.current = view
    // The link that led here has gone with its view: the keyboard goes on in this one.
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [view])
  return (
    <div class="page">
      <a
        class="skip-link"
        href="#main"
        onClick={(event) => {
          // The part after # is the route, so the link moves the focus itself.
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        Skip to the content
      </a>
      <header class="page-header">
        <a class="page-brand" href={linkTo([])}>
          <img src={icon} alt="" />
          <span>{name}</span>
        </a>
        <nav ref={nav} class="page-nav" aria-label="Views">
          {entries.map(({ id, label }) => (
            <a key={id} href={linkTo([id])} aria-current={id === current ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <div class="buttons">
          <KeyButton />
          <Button kind="quiet" label={`Colours: ${chosen}`} onPress={nextTheme}>
            {SIGNS[chosen]}
          </Button>
        </div>
      </header>
      <main id="main" class="page-main" tabIndex={-1}>
        {children}
      </main>
      <Toasts />
    </div>
  )
}

/** Shows whether this tab has a key, and takes or forgets one. */
function KeyButton() {
  const key = useStore(apiKey)
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => setIsOpen(false)
  return (
    <>
      <Button kind="quiet" onPress={() => setIsOpen(true)}>
        {key === null ? 'Key' : 'Key ✓'}
      </Button>
      {isOpen && (
        <Dialog title="API key" onClose={close}>
          <p>
            A service that is open on this machine needs none. Elsewhere an operator makes one:{' '}
            <code>surveyor keys create</code>.
          </p>
          <KeyForm onDone={close} />
          {key !== null && (
            <div>
              <Button
                kind="danger"
                onPress={() => {
                  setApiKey(null)
                  close()
                }}
              >
                Forget the key of this tab
              </Button>
            </div>
          )}
        </Dialog>
      )}
    </>
  )
}
