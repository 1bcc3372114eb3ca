import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';

/** The parts of Swagger UI that are used here; the page gives them to a plugin. */
interface SwaggerSystem {
  React: { createElement: (kind: unknown, props: object | null, ...children: unknown[]) => unknown };
  getComponent: (name: string, isContainer?: boolean) => unknown;
}

/**
 * Gives the page what its readers need and Swagger UI leaves out: a way back, landmarks, and a heading between the title
 * and the groups of operations. Sent to the browser as it is written here.
 */
function tryPage({ React: { createElement: h }, getComponent }: SwaggerSystem) {
  const within = (kind: string, label: string) => (Original: unknown) => (props: object) =>
    h(kind, { 'aria-label': label }, h(Original, props));
  const link = (href: string, text: string) => h('a', { href }, text);
  return {
    components: {
      TryPage: () =>
        h(
          'div',
          null,
          h('header', { className: 'try-header' }, link('/docs', 'Reference'), link('/', 'Explorer')),
          h(getComponent('BaseLayout', true), null),
        ),
    },
    wrapComponents: {
      InfoContainer: within('section', 'About'),
      AuthorizeBtnContainer: within('section', 'Key'),
      operations: (Original: unknown) => (props: object) =>
        h('div', null, h('h2', { className: 'try-heading' }, 'Operations'), h(Original, props)),
    },
  };
}

/** Colours that can be read: its own are white on bright ones, and bright ones on white. */
const STYLE = `
.try-header { display: flex; gap: 1rem; padding: 1rem 20px; font: 16px system-ui, sans-serif; }
.try-header a, .swagger-ui .info a, .swagger-ui .info a .url, .swagger-ui .link { color: #1a56a8; }
.try-heading { padding: 0; font: bold 24px system-ui, sans-serif; color: #3b4151; }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: #3b4151; }
.swagger-ui .parameter__in { color: #5b6270; }
.swagger-ui .opblock-body { overflow-x: auto; }
.swagger-ui .btn.authorize { color: #1a6b43; border-color: #1a6b43; }
.swagger-ui .btn.authorize svg { fill: #1a6b43; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d5fa8; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1a6b43; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
`;

/**
 * `/docs/try`: Swagger UI over the document, to send calls with one's own key. Without its bar for other documents, the
 * choice among one server, links inside of buttons and the list of all records, which `/docs/records` has.
 */
export const TRY_PAGE: FastifySwaggerUiOptions = {
  routePrefix: '/docs/try',
  theme: { title: 'Try it: commerce index', css: [{ filename: 'try.css', content: STYLE }] },
  uiConfig: {
    persistAuthorization: false,
    deepLinking: false,
    defaultModelsExpandDepth: -1,
    layout: 'TryPage',
    plugins: [tryPage],
  },
  transformSpecification: ({ servers: _servers, ...document }) => document,
};
