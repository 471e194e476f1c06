import type { Edition } from './edition.ts';
import { jsonFile, type PublishedFile } from './file.ts';

/** The web app manifest (w3.org/TR/appmanifest) by which a reader puts "My list" on the home screen. */
export const webAppFile = ({ catalog: { site } }: Pick<Edition, 'catalog'>): PublishedFile =>
  jsonFile('app.webmanifest', () => ({
    name: `${site.name}: my list`,
    short_name: site.name,
    description: site.summary,
    id: '/my-list',
    start_url: '/my-list',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fbf8f1',
    theme_color: '#fbf8f1',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  }));
