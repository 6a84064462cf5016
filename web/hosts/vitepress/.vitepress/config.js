export default {
  title: 'Notes',
  base: '/notes/',
  cleanUrls: false,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { lineNumbers: true, languageAlias: { cuda: 'cpp' } },
  vue: { template: { compilerOptions: { isCustomElement: tag => tag === 'bank-lab' } } },
};
