// useChat of the AI SDK in a React component, which tells what it would show after each change.
const modules = process.env.WEIR_MODULES;
const { default: React } = await import(`${modules}/react/index.js`);
const { default: renderer } = await import(`${modules}/react-test-renderer/index.js`);

/** Renders the component; the returned function does what the test says: send, stop, resume, regenerate. */
export async function useChatWith(version, options, tell) {
  const { useChat } = await import(`${modules}/react${version}/dist/index.mjs`);
  let helpers;
  let shown = "";
  function View() {
    helpers = useChat(options);
    const { status, messages, error } = helpers;
    React.useEffect(() => {
      const last = messages[messages.length - 1];
      const view = { status, count: messages.length, role: last?.role, parts: last?.parts ?? [], metadata: last?.metadata, error: error?.message };
      if (JSON.stringify(view) !== shown) tell({ view });
      shown = JSON.stringify(view);
    });
    return null;
  }
  const root = renderer.create(React.createElement(View));
  return {
    async act({ send, stop, resume, regenerate, edit }) {
      if (send !== undefined) void helpers.sendMessage({ text: send });
      if (edit !== undefined) void helpers.sendMessage({ text: edit, messageId: helpers.messages[0].id });
      if (stop) await helpers.stop();
      if (resume) await helpers.resumeStream();
      if (regenerate) await helpers.regenerate();
    },
    unmount: () => root.unmount(),
  };
}
