import { Component, type ComponentChildren } from 'preact';

interface Props {
  children: ComponentChildren;
}

/** What can't be shown is said in its place: all around it goes on. */
export class Boundary extends Component<Props, { failure: string | null }> {
  override state = { failure: null as string | null };

  override componentDidCatch(failure: unknown): void {
    this.setState({ failure: String(failure).slice(0, 300) });
  }

  override render() {
    return this.state.failure === null ? (
      this.props.children
    ) : (
      <div class="trouble" role="alert">
        <h1>This can’t be shown</h1>
        <p>The server’s answer is not as the page knows it: {this.state.failure}. Other pages are not touched by it.</p>
        <button type="button" onClick={() => this.setState({ failure: null })}>
          Try again
        </button>
      </div>
    );
  }
}
