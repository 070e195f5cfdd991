// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A small game for the tests of the EVM backend: gold, walls and raids, each with its refusals.
contract GameLedger {
  uint256 public constant START = 1000 ether; // gold that everybody is born with
  uint256 public constant WALL_COST = 5 ether;
  uint256 public constant DEPOSIT_CAP = 100 ether;
  uint8 public constant MAX_WALLS = 3;

  mapping(address => uint256) private received;
  mapping(address => uint256) private spent;
  mapping(address => uint8) public walls;
  mapping(address => uint64) public raidedAt;

  event Given(address indexed from, address indexed to, uint256 amount);
  event Built(address indexed owner, uint8 walls);
  event Raided(address indexed raider, address indexed victim, uint256 loot);

  function balanceOf(address owner) public view returns (uint256) {
    return START + received[owner] - spent[owner];
  }

  function deposit(uint256 amount) external {
    require(amount > 0, "nothing to deposit");
    require(amount <= DEPOSIT_CAP, "over the cap of a deposit");
    received[msg.sender] += amount;
  }

  function give(address to, uint256 amount) external {
    require(to != address(0) && to != msg.sender, "no receiver");
    pay(amount);
    received[to] += amount;
    emit Given(msg.sender, to, amount);
  }

  function build(uint8 number) external {
    require(number > 0, "nothing to build");
    require(walls[msg.sender] + number <= MAX_WALLS, "too many walls");
    pay(number * WALL_COST);
    walls[msg.sender] += number;
    emit Built(msg.sender, walls[msg.sender]);
  }

  function attack(address victim, uint256 loot) external {
    require(victim != msg.sender, "an attack on oneself");
    require(walls[victim] == 0, "walls hold");
    require(raidedAt[victim] < block.number, "raided in this block already");
    require(balanceOf(victim) >= loot, "not so much to take");
    raidedAt[victim] = uint64(block.number);
    spent[victim] += loot;
    received[msg.sender] += loot;
    emit Raided(msg.sender, victim, loot);
  }

  function pay(uint256 amount) private {
    require(balanceOf(msg.sender) >= amount, "insufficient balance of gold");
    spent[msg.sender] += amount;
  }
}
