/**
 * A block as it stands in the letter (design-mjml.ts of the server), drawn from its data. Html of its
 * author's stands in a frame that allows nothing; all else is text.
 */
import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { IconPhoto } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-page.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useSay } from '../../ui/words.tsx'
import { PictureChoices } from '../files/choose-picture.tsx'
import { files as fileWords } from '../files/texts.ts'
import { useCanvas } from './canvas.ts'
import type { BlockOf, SimpleBlockType } from './design.ts'
import { DrawnHtml, DrawnWords } from './drawn-text.tsx'
import { framed, ownPicture } from './frame.ts'
import { families, headingSizes, inkOn } from './look.ts'
import { isMissing, shownBy } from './pictures.ts'
import { blockNames, networkNames, blockTexts as words } from './texts.ts'

const InPlace = lazyPart(() => import('./in-place.tsx'), 'InPlace')

interface DrawnProps<T extends SimpleBlockType> {
  readonly block: BlockOf<T>
  readonly set: (block: BlockOf<T>) => void
  /** Whether it is being edited. */
  readonly isOpen: boolean
}

interface WordsProps {
  readonly text: string
  readonly set: (text: string) => void
  readonly label: string
  readonly isOpen: boolean
}

/** Plain words, edited in place while their block is chosen. */
function Words({ text, set, label, isOpen }: WordsProps) {
  const say = useSay()
  const still =
    text === '' ? (
      <span className="drawn-none">{say(words.empty)}</span>
    ) : (
      <DrawnWords text={text} />
    )
  const shown = <span className="drawn-lines">{still}</span>
  if (!isOpen) return shown
  return (
    <Suspense fallback={shown}>
      <InPlace kind="line" label={label} value={text} set={set} />
    </Suspense>
  )
}

function Heading({ block, set, isOpen }: DrawnProps<'heading'>) {
  const say = useSay()
  return (
    <div
      className="drawn-heading"
      style={{ textAlign: block.align, fontSize: headingSizes[block.level ?? 1] }}
    >
      <Words
        label={say(blockNames.heading)}
        text={block.text}
        set={text => set({ ...block, text })}
        isOpen={isOpen}
      />
    </div>
  )
}

function TextBlock({ block, set, isOpen }: DrawnProps<'text'>) {
  const say = useSay()
  const still = <DrawnHtml html={block.html} />
  return (
    <div className="drawn-text" style={{ textAlign: block.align }}>
      {isOpen ? (
        <Suspense fallback={still}>
          <InPlace
            kind="rich"
            label={say(blockNames.text)}
            value={block.html}
            set={html => set({ ...block, html })}
          />
        </Suspense>
      ) : (
        still
      )}
    </div>
  )
}

function Image({ block, set, isOpen }: DrawnProps<'image'>) {
  const align = block.align ?? 'center'
  return (
    <div style={{ textAlign: align }}>
      <Picture src={block.src} alt={block.alt} width={block.width} />
      {isOpen && (
        <PictureButton
          isAsked={isMissing(block.src)}
          choose={picture => set(shownBy(block, picture))}
        />
      )}
    </div>
  )
}

/** Choosing one begins at once where there is none yet. */
function PictureButton({
  isAsked,
  choose,
}: {
  readonly isAsked: boolean
  readonly choose: Parameters<typeof PictureChoices>[0]['choose']
}) {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isAsked) setOpen(true)
  }, [isAsked])
  return (
    <div className="drawn-choose">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPhoto size={16} />}
        onClick={() => setOpen(true)}
      >
        {say(fileWords.choose)}
      </Button>
      <Dialog title={say(fileWords.choose)} isOpen={isOpen} close={() => setOpen(false)} size="lg">
        <PictureChoices
          choose={picture => {
            setOpen(false)
            choose(picture)
          }}
        />
      </Dialog>
    </div>
  )
}

interface PictureProps {
  readonly src: string
  readonly alt: string
  readonly width?: number | undefined
}

function Picture({ src, alt, width }: PictureProps) {
  const say = useSay()
  const own = ownPicture(src.trim())
  if (own !== null) return <img className="drawn-picture" src={own} alt={alt} width={width} />
  return (
    <span className="drawn-no-picture" style={{ maxWidth: width }}>
      <IconPhoto size={24} aria-hidden />
      <span>{isMissing(src) ? say(words.noPicture) : alt || say(words.otherPicture)}</span>
    </span>
  )
}

function ButtonBlock({ block, set, isOpen }: DrawnProps<'button'>) {
  const say = useSay()
  const { look } = useCanvas()
  return (
    <div style={{ textAlign: block.align ?? 'center' }}>
      <span
        className="drawn-button"
        data-full={block.full ?? false}
        style={{ background: look.accent, color: inkOn(look.accent) }}
      >
        <Words
          label={say(blockNames.button)}
          text={block.text}
          set={text => set({ ...block, text })}
          isOpen={isOpen}
        />
      </span>
    </div>
  )
}

function Product({ block }: DrawnProps<'product'>) {
  const { look } = useCanvas()
  const { title, image, text, price, href, button } = block
  return (
    <div className="drawn-product" data-pictured={image !== undefined}>
      {image !== undefined && <Picture src={image} alt={title} />}
      <div>
        <strong className="drawn-title">
          <DrawnWords text={title} />
        </strong>
        {text && (
          <p>
            <DrawnWords text={text} />
          </p>
        )}
        {price && (
          <p>
            <strong>
              <DrawnWords text={price} />
            </strong>
          </p>
        )}
        {button && href && (
          <span
            className="drawn-button"
            style={{ background: look.accent, color: inkOn(look.accent) }}
          >
            <DrawnWords text={button} />
          </span>
        )}
      </div>
    </div>
  )
}

function Social({ block }: DrawnProps<'social'>) {
  const say = useSay()
  return (
    <p className="drawn-social">
      {block.links.map(({ network }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links are told apart by their place alone
        <span key={n} className="drawn-link">
          {say(networkNames[network])}
        </span>
      ))}
    </p>
  )
}

function Code({ block, set, isOpen }: DrawnProps<'code'>) {
  const say = useSay()
  return (
    <div className="drawn-code" style={{ fontFamily: families.mono }}>
      <Words
        label={say(blockNames.code)}
        text={block.text}
        set={text => set({ ...block, text })}
        isOpen={isOpen}
      />
    </div>
  )
}

function Html({ block }: DrawnProps<'html'>) {
  const say = useSay()
  return (
    <PageFrame
      html={framed(`<!doctype html>${block.html}`, false)}
      className="drawn-html"
      title={say(blockNames.html)}
      tabIndex={-1}
    />
  )
}

function Footer({ block, set, isOpen }: DrawnProps<'footer'>) {
  const say = useSay()
  return (
    <div className="drawn-footer">
      {(isOpen || block.text) && (
        <Words
          label={say(words.footer)}
          text={block.text ?? ''}
          set={text => set(text === '' ? { type: 'footer' } : { type: 'footer', text })}
          isOpen={isOpen}
        />
      )}
      <p>{say(words.footerDrawn)}</p>
    </div>
  )
}

type Drawing = (props: DrawnProps<never>) => ReactNode

const drawings: { readonly [T in SimpleBlockType]: (props: DrawnProps<T>) => ReactNode } = {
  heading: Heading,
  text: TextBlock,
  image: Image,
  button: ButtonBlock,
  divider: () => <hr className="drawn-line" />,
  spacer: ({ block }) => <div style={{ height: block.height }} />,
  social: Social,
  product: Product,
  code: Code,
  html: Html,
  footer: Footer,
}

interface DrawnBlockProps {
  readonly block: BlockOf<SimpleBlockType>
  readonly set: (block: BlockOf<SimpleBlockType>) => void
  readonly isOpen: boolean
}

export function DrawnBlock({ block, set, isOpen }: DrawnBlockProps) {
  const Drawn = drawings[block.type] as unknown as Drawing
  return <Drawn block={block as never} set={set as never} isOpen={isOpen} />
}
