/** The page of proofs in one file: everything that it needs is in it (`erre verify --page`). Built into `one-page.html`. */
import { mount } from 'svelte';
import '../../styles/tokens.css';
import '../../styles/base.css';
import OnePage from './OnePage.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app');
mount(OnePage, { target });
