import type { Schemas } from '../../client/client.ts';
import { h, show } from './element.ts';
import { words } from './wording.ts';

type MediaItem = Schemas['MediaItem'];

/** Pictures of these variants: one large, the others to choose from. */
export function pictures(media: readonly MediaItem[], variants: ReadonlySet<string>) {
  const items = media.filter(({ variant_ids }) => variant_ids.some((id) => variants.has(id)));
  const [first] = items;
  if (!first) return h('div', { class: 'pictures none' }, 'No picture');
  const large = h('div', { class: 'large' });
  const choose = (item: MediaItem) => show(large, item.role === 'video' ? video(item) : picture(item));
  choose(first);
  const thumbs = items.map((item) =>
    h(
      'button',
      {
        type: 'button',
        'aria-label': `Show ${words(item.role).toLowerCase()}: ${item.alt}`,
        onclick: () => choose(item),
      },
      item.role === 'video'
        ? '▶'
        : h('img', { src: item.renditions['thumb'] ?? item.url, alt: '', width: 56, height: 56 }),
    ),
  );
  return h('div', { class: 'pictures' }, large, items.length > 1 && h('div', { class: 'thumbs' }, thumbs));
}

function picture({ renditions, rendition_widths, url, alt, width, height }: MediaItem) {
  const sources = Object.entries(renditions).flatMap(([name, address]) => {
    const wide = rendition_widths[name as keyof typeof rendition_widths];
    return address && wide ? [`${address} ${wide}w`] : [];
  });
  return h('img', {
    src: url,
    srcset: sources.join(', '),
    sizes: '(min-width: 48rem) 22rem, 92vw',
    alt,
    width,
    height,
  });
}

const video = ({ url, alt }: MediaItem) => h('video', { src: url, controls: true, 'aria-label': alt });
