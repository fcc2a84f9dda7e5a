"""Device memory as learners get it: torch, JAX and CuPy read it in place."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from erre.lab.envs.gpu_launch import Stream

NO_STREAM = -1  # a consumer of DLPack who needs no order
CUDA_DEVICE = 2  # a kind of device in DLPack


class CardArray:
    """An array on the card, with the CUDA array interface and with DLPack, and the stream that writes it."""

    def __init__(self, memory: Any, stream: Stream) -> None:
        self.memory, self.stream = memory, stream

    @property
    def shape(self) -> tuple[int, ...]:
        """Numbers along each axis."""
        return tuple(self.memory.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of a number."""
        kind: np.dtype[Any] = self.memory.dtype
        return kind

    def __len__(self) -> int:
        return self.shape[0]

    @cached_property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Where it lies. No stream is named, so no consumer waits: what it starts on the stream comes in order."""
        interface: dict[str, Any] = {**self.memory.__cuda_array_interface__, "stream": None}
        return interface

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA_DEVICE, int(self.view.device_id)

    def __dlpack__(self, *, stream: int | None = None, **wishes: Any) -> Any:
        """The same memory; a consumer's stream waits on the card for what has been started here."""
        if stream != NO_STREAM:
            self.stream.hold(stream or 0)
        return self.view.__dlpack__(stream=NO_STREAM, **wishes)

    @cached_property
    def view(self) -> Any:
        """What cuda-python knows the memory as."""
        return import_module("cuda.core.utils").StridedMemoryView.from_cuda_array_interface(self, NO_STREAM)

    def copy_to_host(self) -> npt.NDArray[Any]:
        """Its numbers, after everything that has been started."""
        self.stream.wait()
        found: npt.NDArray[Any] = self.memory.copy_to_host()
        return found

    def copy_to_device(self, values: npt.ArrayLike) -> None:
        """Other numbers in its place."""
        self.stream.wait()
        self.memory.copy_to_device(np.asarray(values, self.dtype).reshape(self.shape))
        self.stream.cuda.synchronize()
